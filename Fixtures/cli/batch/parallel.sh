#!/bin/bash
# A manifest done by GNU parallel: two programs at a time, fifty jobs each, one library.
# Jobs need ids: line numbers begin anew with every program.
set -euo pipefail
parallel --pipe -N 50 --jobs 2 collage batch - --jobs 1 --root photos --library collages --quiet --no-config \
  < jobs.jsonl > results.jsonl
