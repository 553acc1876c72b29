#!/bin/sh
# Makes a folder that runs with Node 24 alone: the bundle, the packages that no bundle can hold, the hooks, the rules.
set -eu

target=${1:-out/harness}
case $target in /*) ;; *) target=${INIT_CWD:-$PWD}/$target ;; esac
if [ -n "$(ls -A "$target" 2>/dev/null)" ]; then
  echo "deploy:daemon: $target is not empty: name a new folder, or remove this one first" >&2
  exit 1
fi
cd "$(dirname "$0")/../../.."

pnpm() { npx --yes pnpm@12.21.0 "$@"; }

pnpm exec turbo run build --filter @harness/cli --output-logs=errors-only
pnpm --filter @harness/cli deploy --prod --reporter=silent "$target"
mkdir -p "$target/bin" "$target/deploy"
cp bin/harness "$target/bin/harness"
cp -R hooks LICENSE "$target/"
cp deploy/prometheus-rules.yml deploy/grafana-dashboard.json "$target/deploy/"
echo "$target: run bin/harness in it with Node 24 or newer on PATH"
