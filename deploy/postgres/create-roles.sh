#!/usr/bin/env bash
# Runs once, when the cluster is created. pontic_owner runs the migrations. The portal connects as pontic_app, which has only
# the privileges that the migrations grant. For a PostgreSQL server of your own, run these statements as its superuser.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner_password="$PONTIC_OWNER_PASSWORD" --set app_password="$PONTIC_APP_PASSWORD" <<'SQL'
CREATE ROLE pontic_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE pontic_app LOGIN PASSWORD :'app_password';
CREATE DATABASE pontic OWNER pontic_owner;
REVOKE ALL ON DATABASE pontic FROM PUBLIC;
GRANT CONNECT ON DATABASE pontic TO pontic_app;
SQL
# The portal makes backups as the superuser by the replication protocol (docs/operations/backup.md).
echo 'host replication postgres all scram-sha-256' >>"$PGDATA/pg_hba.conf"
