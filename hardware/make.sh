#!/bin/sh
# `make hardware`: makes and checks everything in hardware/ with the real tools. In CI a product
# that differs from its committed file is an error; KiCad's are left out, for a new KiCad writes
# them a little differently (tests/host knows by fingerprints whether they are fresh).
set -eu
cd "$(dirname "$0")/.."
hardware/tools.sh
mkdir -p build
venv=.venv-hardware
if ! cmp -s hardware/requirements.lock $venv/made-from; then
  "${PYTHON:-python3}" -m venv $venv
  $venv/bin/pip install -q --disable-pip-version-check -r hardware/requirements.lock
  cp hardware/requirements.lock $venv/made-from
fi
begun=$(date +%s)
run() { echo "== $* (at $(($(date +%s) - begun)) s)"; nice -n 10 $venv/bin/python -m "$@"; }
# What needs no KiCad is made beside what does, on the other core.
{ run hardware.mechanics.make && run hardware.harness.make && run hardware.artwork.sheets; } \
  >build/hardware-beside.log 2>&1 &
beside=$!
trap 'kill $beside 2>/dev/null || :' EXIT
run hardware.electronics.make 2>build/hardware-skidl.log || { cat build/hardware-skidl.log; exit 1; }
wait $beside || { cat build/hardware-beside.log; exit 1; }
cat build/hardware-beside.log
run hardware.kicad_projects
run hardware make
run hardware check
run pytest -q tests/hardware
if [ -n "${CI:-}" ]; then
  git diff --exit-code --stat -- hardware firmware/table/wiring \
    ':!hardware/electronics/out'
fi
echo "hardware: everything made and checked"
