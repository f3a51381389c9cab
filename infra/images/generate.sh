#!/bin/sh
# One load generator of a run of several: Artillery, with what it is given. Its folder OUT goes when its container does,
# so the first one also prints the account of all, which each of them has, in one line.
set -u
node_modules/.bin/artillery run "$@" &
artillery=$!
trap 'kill -s TERM "$artillery"' TERM INT
wait "$artillery"
status=$?
# A signal ends the wait, and Artillery some time after it.
if kill -s 0 "$artillery" 2> /dev/null; then
  wait "$artillery"
  status=$?
fi
if [ "${JOB_COMPLETION_INDEX:-0}" = 0 ] && [ -s "$OUT/machines.json" ]; then
  tr -d '\n' < "$OUT/machines.json"
  echo
fi
exit "$status"
