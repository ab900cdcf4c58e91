#!/bin/sh
# Does what compose.yaml expects of the entrypoint of the image nginx: replaces variables of the templates, among them the
# nameservers of the container, and runs the server.
set -eu
if [ -n "${NGINX_ENTRYPOINT_LOCAL_RESOLVERS:-}" ]; then
  NGINX_LOCAL_RESOLVERS=$(awk 'BEGIN { ORS = " " } $1 == "nameserver" { print $2 }' /etc/resolv.conf)
  export NGINX_LOCAL_RESOLVERS
fi
for template in /etc/nginx/templates/*.template; do
  # Variables that are not in the environment are those of nginx.
  envsubst "$(env | sed -n 's/=.*//; s/^[A-Z_]*$/${&}/p' | tr '\n' ' ')" <"$template" >"/etc/nginx/conf.d/$(basename "$template" .template)"
done
rm -f /etc/nginx/sites-enabled/default
mkdir -p /var/log/nginx
exec nginx -g 'daemon off;'
