#!/bin/sh
# Builds the image and tries it, with docker or with the engine that is named: try-image.sh podman
# It starts, tells of a death, collects what an agent leaves behind, and ends in order.
set -eu

engine=${1:-docker}
name=harness-try-$$
cd "$(dirname "$0")/../../.."
config=$(mktemp -d)

clean() {
  "$engine" rm --force "$name" >/dev/null 2>&1 || true
  "$engine" volume rm --force "$name" >/dev/null 2>&1 || true
  rm -rf "$config"
}
trap clean EXIT
trap 'exit 1' INT TERM

# wait_for WHAT COMMAND...: half a minute at most, by when anything here is long over
wait_for() {
  what=$1
  shift
  tries=60
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || fail "not $what"
    sleep 0.5
  done
  echo "ok: $what"
}

fail() {
  echo "try-image: $1" >&2
  "$engine" logs "$name" >&2 || true
  exit 1
}

inside() { "$engine" exec "$name" "$@"; }
# shellcheck disable=SC2016 # the container's shell expands it
gone() { inside sh -c 'test -s orphan && test ! -e /proc/"$(cat orphan)"'; }

cat > "$config/harness.toml" <<'TOML'
[notify]
command = ["/home/node/.config/harness/hook"]
events = ["failed"]

[harness.dies]
harness = "command"
argv = ["sh", "-c", "echo no key; exit 3"]
enabled = true

[harness.orphans]
harness = "command"
argv = ["sh", "-c", "sh -c 'sleep 1 & echo $! > orphan'; exec sleep 600"]
workdir = "/home/node"
enabled = true

[harness.tidies]
harness = "command"
argv = ["sh", "-c", "trap 'sleep 1; echo tidied; exit' TERM; while :; do sleep 0.1; done"]
enabled = true
TOML
cat > "$config/hook" <<'HOOK'
#!/bin/sh
cat > ~/told~ && mv ~/told~ ~/told.json
HOOK
chmod -R a+rX "$config"
chmod a+x "$config/hook"

case $engine in
  # Images in OCI's format have no health checks.
  *podman) "$engine" build --format docker -f deploy/Dockerfile -t harness . ;;
  *) "$engine" build -f deploy/Dockerfile -t harness . ;;
esac
"$engine" run --detach --name "$name" --stop-timeout 30 --env HARNESS_POLICY='{"maxRestarts":0}' \
  --volume "$name:/home/node" --volume "$config:/home/node/.config/harness:ro" harness

wait_for 'healthy' inside harness daemon status
wait_for 'told of a death' inside grep '"harness":"dies"' told.json
wait_for 'what an orphan leaves is collected' gone
[ "$(inside id -un)" = node ] || fail 'the daemon does not run as the user node'
inside touch .config/of-an-agent || fail 'an agent cannot write into its own .config'
"$engine" stop "$name" >/dev/null
code=$("$engine" inspect --format '{{.State.ExitCode}}' "$name")
[ "$code" = 0 ] || fail "it ended with $code"
"$engine" cp "$name:/home/node/.local/state/harness/logs/tidies.log" "$config/"
grep -q '^tidied' "$config/tidies.log" || fail 'a harness was not given the time to end'
echo 'ok: ends in order'
