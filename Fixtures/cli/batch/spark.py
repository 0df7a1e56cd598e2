# A manifest done by Apache Spark: every partition of its lines goes through one collage batch.
import os
from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("collages").getOrCreate()
command = "collage batch - --jobs 1 --root photos --library collages --quiet --no-config"
# Spark gives a piped program no environment of its own accord. A failed job is a line of the results, not a failed task.
results = spark.sparkContext.textFile("jobs.jsonl", 4).pipe(command, env=dict(os.environ), checkCode=False)
results.saveAsTextFile("results")
spark.stop()
