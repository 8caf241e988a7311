#!/bin/sh
# Publishes the content, then replaces itself by the server, so that the server gets the container's signals.
set -eu
# The shell is process 1, which ignores signals for which it has no trap.
MALLOC_ARENA_MAX=2 node --max-semi-space-size=8 src/content-cli.ts publish --at-start &
publisher=$!
trap 'kill "$publisher"' TERM INT
wait "$publisher"
exec node --max-semi-space-size=8 src/server.ts
