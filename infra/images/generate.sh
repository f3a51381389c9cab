#!/bin/sh
# One load generator of several in a run: Artillery with the given arguments. Its folder OUT is lost with its container, so
# the first one also prints everybody's account, which each of them has, in one line.
set -u
node_modules/.bin/artillery run "$@" &
artillery=$!
trap 'kill -s TERM "$artillery"' TERM INT
wait "$artillery"
status=$?
# A signal ends the wait, and Artillery exits some time after it.
if kill -s 0 "$artillery" 2> /dev/null; then
  wait "$artillery"
  status=$?
fi
if [ "${JOB_COMPLETION_INDEX:-0}" = 0 ] && [ -s "$OUT/machines.json" ]; then
  tr -d '\n' < "$OUT/machines.json"
  echo
fi
exit "$status"
