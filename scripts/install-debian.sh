# Installs Debian packages unless all of them are installed. The caller ensures that only one process runs this script.

states=$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>/dev/null) &&
  [ "$(echo "$states" | sort -u)" = installed ] && exit

apt() { apt-get -qq -o DPkg::Lock::Timeout=600 "$@"; }

# The timeout above does not apply to `update`, which fails at once while another process updates the package lists. If all
# three attempts fail, the existing lists may be sufficient.
for try in 1 2 3; do
  apt -o APT::Update::Error-Mode=any update && break
  sleep 5
done
apt -o Acquire::Retries=3 -y install --no-install-recommends "$@"
