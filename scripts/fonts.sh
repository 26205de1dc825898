#!/bin/sh
# Makes src/styles/fonts from the packages of the two faces: the two weights and the letters that pages
# use, a third of the bytes. Needs fonttools and brotli: pip install fonttools brotli
set -e
cd "$(dirname "$0")/.."
out=src/styles/fonts
packages=node_modules/@fontsource-variable
cut=$(mktemp)
trap 'rm -f "$cut"' EXIT

# face, letters, features: those of src/styles/fonts.css and base.css
make() {
  fonttools varLib.instancer -q "$packages/$1/files/$1-latin-wght-normal.woff2" wght=400:600 -o "$cut"
  pyftsubset "$cut" --unicodes="$2" --layout-features="$3" --flavor=woff2 --output-file="$out/$1.woff2"
}
make inter \
  U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD \
  kern,calt,ccmp,locl,mark,mkmk,tnum,cv05,ss03
make jetbrains-mono U+0020-007E,U+00A0,U+00B7,U+2010-2015,U+2026,U+2212 ''
