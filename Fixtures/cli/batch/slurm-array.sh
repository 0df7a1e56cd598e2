#!/bin/bash
#SBATCH --job-name=collages
#SBATCH --array=0-3
#SBATCH --cpus-per-task=2
# A manifest done by a Slurm array: every task does its part, and again after it was requeued only what is missing of it.
# The folder with photos, manifest and library must be shared by all nodes, and kept. HOME needn't be: it only has a cache.
set -euo pipefail
collage batch jobs.jsonl --shard auto --jobs "$SLURM_CPUS_PER_TASK" --root photos --library collages --quiet --no-config \
  > "results-$SLURM_ARRAY_TASK_ID.jsonl"
