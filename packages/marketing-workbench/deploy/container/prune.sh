#!/bin/sh
# Removes from node_modules what neither the server nor a content command loads. Licences stay.
set -eu
cd node_modules
find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete
find . -type f -iname '*.md' ! -iname 'licen[cs]e*' -delete
find . -type d \( -name test -o -name docs -o -name benchmark -o -name benchmarks \) -prune -exec rm -r {} +
# Code is highlighted with CSS variables, not with a theme.
rm -rf @shikijs/themes/dist
# The editor is for the owner's own machine.
rm -rf marketing-workbench/dist/desk
