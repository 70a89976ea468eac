#!/bin/sh
# Fuzzes what the firmware makes of the bytes it receives. Debian: apt install clang-14 libclang-rt-14-dev
#   fuzz/run.sh [SECONDS]      600 by default; what it finds stays in build/fuzz
set -eu
cd "$(dirname "$0")/.."

seconds=${1:-600}
clang=${CLANG:-$(command -v clang || command -v clang-14)}
here=build/fuzz
mkdir -p "$here/corpus"

"$clang" -g -O1 -std=gnu11 -Wno-unused-function -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
    -o "$here/receive" fuzz/receive.c src/board.c src/frame.c src/lamps.c src/lines.c src/bit_planes.c

# A frame of each kind to begin with: ping, hello request, lamps, output, boot loader, boot button.
python3 - "$here/corpus" <<'PYTHON'
import binascii, pathlib, sys

def frame(kind, payload):
    body = bytes((kind, 0)) + payload
    body += binascii.crc_hqx(body, 0xFFFF).to_bytes(2, "little")
    return b"".join(bytes((len(part) + 1,)) + part for part in body.split(b"\0")) + b"\0"

folder = pathlib.Path(sys.argv[1])
for kind, payload in ((0x82, b"\1\2\3\4"), (0x81, b"\1"), (0x83, b"\xff\0" + b"\xff\0\1\2\x0a\x40" * 16), (0x85, b"\1"), (0x84, b"BOOT"), (0x88, b"\1\2\3\4")):
    (folder / f"{kind:02x}").write_bytes(frame(kind, payload))
PYTHON

"$here/receive" -max_total_time="$seconds" -max_len=1200 -artifact_prefix="$here/" -print_final_stats=1 "$here/corpus"
