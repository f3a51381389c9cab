#!/bin/sh
# Replaces PASSWORD in MongoDB's addresses with the password in the file MONGO_PASSWORD_FILE, then replaces itself with the
# app. So neither the compose file nor a list of settings contains the password.
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
