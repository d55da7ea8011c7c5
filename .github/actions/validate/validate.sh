#!/bin/sh
# Fetches a release of bundle, checks its digest, and validates notebooks with it. The action beside this file runs it, with
# its inputs as variables.
set -u

# Ends the step; workflows that go on read the status.
end() {
  [ -z "${folder-}" ] || rm -rf "$folder"
  [ -z "${GITHUB_OUTPUT-}" ] || printf 'status=%s\n' "$1" >>"$GITHUB_OUTPUT"
  exit "$1"
}

# fail STATUS WHAT HINT: one annotation, on one line whatever the inputs are.
fail() {
  printf '::error title=bundle::%s (%s)\n' "$2" "$3" | tr '\n' ' ' | sed 's/%/%25/g'
  printf '\n'
  end "$1"
}

download() {
  if command -v curl >/dev/null; then
    curl --fail --location --silent --show-error --retry 2 --connect-timeout 20 --max-time 300 --output "$2" "$1"
  elif command -v wget >/dev/null; then
    wget -q -T 60 -O "$2" "$1"
  else
    echo "neither curl nor wget is installed" && false
  fi
}

digest() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

table=$(dirname "$0")/SHA256SUMS
case $(uname -s) in
Linux) system=linux ;;
Darwin) system=macos ;;
*) fail 2 "there is no release for $(uname -s)" "run this step on Linux" ;;
esac
machine=$(uname -m)

[ -n "$VERSION" ] || VERSION=$(sed -n "s/.* bundle-\(.*\)-$system-$machine\.tar\.gz$/\1/p" "$table" | tail -n 1)
case $VERSION in
'') fail 64 "no version is pinned for $system-$machine" "set the inputs version and sha256" ;;
*[!0-9A-Za-z.+-]*) fail 64 "$VERSION is not a version" "name one such as 1.0.0" ;;
esac
name=bundle-$VERSION-$system-$machine
[ -n "$SHA256" ] || SHA256=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.gz$/\1/p" "$table" | tail -n 1)
case $SHA256 in
'') fail 64 "version $VERSION is not pinned for $system-$machine" "set the input sha256, or use a later commit of the action" ;;
esac
case $STRICT in
true | false) ;;
*) fail 64 "strict is $STRICT" "set it to true or false" ;;
esac

BASE=${BASE:-${GITHUB_SERVER_URL-}/${REPOSITORY:-${GITHUB_REPOSITORY-}}/releases/download}
address=${BASE%/}/v$VERSION/$name.tar.gz
folder=$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/bundle.XXXXXX") || fail 2 "cannot make a temporary folder" "look at RUNNER_TEMP"
problem=$(download "$address" "$folder/release.tar.gz" 2>&1) ||
  fail 2 "cannot download $address: $problem" "look at the inputs base and version, and at the network"
found=$(digest "$folder/release.tar.gz")
[ "$found" = "$SHA256" ] ||
  fail 2 "$address has the SHA-256 $found, not $SHA256" "do not use it, until you know who changed it"
tar -xzf "$folder/release.tar.gz" -C "$folder" "$name/bin/bundle" || fail 2 "cannot unpack $address" "report it"

set --
[ "$STRICT" != true ] || set -- --strict
[ -z "$CHANGED_SINCE" ] || set -- "$@" --changed-since "$CHANGED_SINCE"
[ -z "$SARIF" ] || set -- "$@" --output "$SARIF"
set -- "$@" --
[ -n "$PATHS" ] || PATHS=.
while IFS= read -r path; do
  [ -z "$path" ] || set -- "$@" "$path"
done <<PATHS
$PATHS
PATHS
"$folder/$name/bin/bundle" validate --format github "$@"
end "$?"
