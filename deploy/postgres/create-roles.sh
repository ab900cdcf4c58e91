#!/usr/bin/env bash
# Runs once, when the cluster is made. The owner migrates; pontic_app is what the portal runs as, and may do only what
# the migrations grant it. On a PostgreSQL of your own, run the same statements as its superuser.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner_password="$PONTIC_OWNER_PASSWORD" --set app_password="$PONTIC_APP_PASSWORD" <<'SQL'
CREATE ROLE pontic_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE pontic_app LOGIN PASSWORD :'app_password';
CREATE DATABASE pontic OWNER pontic_owner;
REVOKE ALL ON DATABASE pontic FROM PUBLIC;
GRANT CONNECT ON DATABASE pontic TO pontic_app;
SQL
