# Installs Debian packages unless all of them are here. Its caller sees to it that it runs alone.

states=$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>/dev/null) &&
  [ "$(echo "$states" | sort -u)" = installed ] && exit

apt() { apt-get -qq -o DPkg::Lock::Timeout=600 "$@"; }

# That timeout is none for the lists: beside a stranger's update ours fails at once. Where it fails for good, the lists
# that are here may do.
for try in 1 2 3; do
  apt -o APT::Update::Error-Mode=any update && break
  sleep 5
done
apt -o Acquire::Retries=3 -y install --no-install-recommends "$@"
