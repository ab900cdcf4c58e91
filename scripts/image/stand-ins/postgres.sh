#!/bin/bash
# Does what compose.yaml expects of the entrypoint of the image postgres:18: creates the cluster with POSTGRES_PASSWORD and
# POSTGRES_INITDB_ARGS, runs the scripts of /docker-entrypoint-initdb.d once, and runs the server.
set -euo pipefail
export PGDATA=/var/lib/postgresql/18/docker
export PATH="/usr/lib/postgresql/18/bin:$PATH"

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres /var/lib/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$0"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile=<(echo "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --wait start --options "-c listen_addresses='' -c unix_socket_directories=/tmp"
  export PGHOST=/tmp
  for script in /docker-entrypoint-initdb.d/*.sh; do
    bash "$script"
  done
  pg_ctl --wait stop --mode fast
fi
exec postgres -c listen_addresses='*' -c unix_socket_directories=/tmp
