#!/bin/sh
# Installs what `make hardware` needs from Debian 12: KiCad 9 from the backports suite, PrusaSlicer,
# Graphviz, Poppler, ngspice and a font; with LEYBOARD_PICTURES set also the bodies of parts (5 GB), for
# pictures of boards with parts. The line of the backports suite is made from the machine's own Debian
# source.
set -eu

if command -v kicad-cli >/dev/null && command -v prusa-slicer >/dev/null &&
   command -v dot >/dev/null && command -v pdftoppm >/dev/null &&
   command -v ngspice >/dev/null && [ -d /usr/share/fonts/truetype/dejavu ] &&
   { [ -z "${LEYBOARD_PICTURES:-}" ] || [ -d /usr/share/kicad/3dmodels ]; }; then
  case $(kicad-cli version) in 9.*) exit 0 ;; esac
fi
[ "$(id -u)" = 0 ] || { echo "hardware/tools.sh installs Debian packages: run it as root"; exit 1; }

export DEBIAN_FRONTEND=noninteractive
source=$(python3 "$(dirname "$0")/backports.py")
echo "$source" > /etc/apt/sources.list.d/leyboard-backports.sources
apt-get update -q
apt-get install -y -q --no-install-recommends -t "$(. /etc/os-release; echo "$VERSION_CODENAME")-backports" \
  kicad kicad-symbols kicad-footprints ${LEYBOARD_PICTURES:+kicad-packages3d}
apt-get install -y -q --no-install-recommends \
  prusa-slicer graphviz poppler-utils ngspice fonts-dejavu-core python3-venv
