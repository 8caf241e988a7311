#!/bin/sh
# Removes from node_modules what neither the server nor a content command loads. Licences stay.
set -eu
cd node_modules
# node/bin/node is a copy of the program in this folder.
rm -rf node/node_modules
strip node/bin/node
# Node never loads TypeScript from node_modules.
find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete
find . -type f -iname '*.md' ! -iname 'licen[cs]e*' -delete
find . -type d \( -name test -o -name docs -o -name benchmark -o -name benchmarks \) -prune -exec rm -r {} +
# Imports reach echarts/lib and zrender/lib only.
rm -rf echarts/dist echarts/i18n echarts/theme echarts/ssr echarts/asset zrender/dist zrender/build
# dist/server includes the production build of React.
find react-dom/cjs -name '*.development.js' -o -name '*profiling*' -o -name '*.edge.*' -o -name '*.bun.*' -o -name '*browser*' |
  xargs rm
# Code is highlighted with CSS variables, not with a theme.
rm -rf @shikijs/themes/dist
# src/cards/fonts.conf names the two weights that stay.
find @expo-google-fonts -name '*.ttf' ! -path '*/bitter/700Bold/*' ! -path '*/source-sans-3/600SemiBold/*' -delete
