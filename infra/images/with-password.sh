#!/bin/sh
# Puts the password of the file MONGO_PASSWORD_FILE in the place of PASSWORD in the addresses of MongoDB, then runs the
# app in its own place. So the password stands in no compose file and in no list of settings.
set -eu
if [ -n "${MONGO_PASSWORD_FILE:-}" ]; then
  password=$(cat "$MONGO_PASSWORD_FILE")
  for name in MONGO_URL MONGO_OPLOG_URL; do
    eval "address=\${$name:-}"
    [ -n "$address" ] || continue
    export "$name=$(printf %s "$address" | sed "s/:PASSWORD@/:$password@/")"
  done
fi
exec "$@"
