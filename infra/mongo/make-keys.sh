#!/bin/sh
# Creates once what a replica set's members and the apps need to trust each other: a keyfile, and a password each for the
# users of the administrator, the apps, and load generators. Neither the repository nor a setting contains any of it.
# Usage: make-keys.sh <folder>
set -eu
cd "$1"
umask 077

# Letters and digits: they need no quoting in an address, and are valid in a keyfile.
secret() {
  head -c "$1" /dev/urandom | base64 | tr -dc 'A-Za-z0-9'
}

# Each file appears complete or not at all.
make() {
  [ -s "$1" ] && return
  secret "$2" > "$1.new"
  chmod "$3" "$1.new"
  mv "$1.new" "$1"
}

# mongod rejects a keyfile that others can read; the apps run as their own users.
make keyfile 512 400
make admin 24 400
make apps 24 444
make generator 24 444
