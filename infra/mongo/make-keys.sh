#!/bin/sh
# What the members of a replica set and the apps need to trust each other, made once: a keyfile, and a password each for
# the users who administer, of the apps, and of load generators. None of it stands in the repository or in a setting.
# Usage: make-keys.sh <folder>
set -eu
cd "$1"
umask 077

# Letters and digits: they need no quoting in an address, and a keyfile takes them.
secret() {
  head -c "$1" /dev/urandom | base64 | tr -dc 'A-Za-z0-9'
}

# Each appears whole, under its name, or not at all.
make() {
  [ -s "$1" ] && return
  secret "$2" > "$1.new"
  chmod "$3" "$1.new"
  mv "$1.new" "$1"
}

# mongod refuses a keyfile that others than its user may read; the apps run as users of their own.
make keyfile 512 400
make admin 24 400
make apps 24 444
make generator 24 444
