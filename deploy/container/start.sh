#!/bin/sh
# Publishes the content, then becomes the server, so that the container's signals reach it.
set -eu
# The shell is process 1 here, which ignores signals without a trap.
MALLOC_ARENA_MAX=2 node --max-semi-space-size=8 src/content-cli.ts publish --at-start &
publisher=$!
trap 'kill "$publisher"' TERM INT
wait "$publisher"
exec node --max-semi-space-size=8 src/server.ts
