#!/bin/sh
# Publishes the content, then replaces itself by the server, so that the server gets the container's signals.
set -eu
programs=node_modules/marketing-workbench/lib
# The shell is process 1, which ignores signals for which it has no trap.
MALLOC_ARENA_MAX=2 node --max-semi-space-size=8 "$programs/content-cli.js" publish --at-start &
publisher=$!
trap 'kill "$publisher"' TERM INT
wait "$publisher"
exec node --max-semi-space-size=8 "$programs/server.js"
