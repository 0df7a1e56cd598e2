internal import CollageKit
internal import CollageTerminal

extension Shard {
  /// The part of a batch that a cluster's environment gives this process.
  ///
  /// - Parameters:
  ///   - text: "auto", or "auto/8" to give the number of parts.
  ///   - environment: the cluster's variables are looked up here.
  static func automatic(
    _ text: String, in environment: [String: String] = Environment.all
  ) throws(CommandFailure) -> Shard {
    let cluster = ClusterEnvironment(variables: environment)
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let given = parts.count == 2 ? Int(parts[1]) : nil
    guard parts.first == "auto", parts.count == 1 || given != nil else {
      throw CommandFailure(
        .usage,
        "--shard: '\(text.displayedRaw)' is not valid; write i/n, with i from 0 to n, such as 0/8, "
          + "or auto, or auto/8"
      )
    }
    if let task = cluster["SLURM_ARRAY_TASK_ID"] {
      return try slurm(task, count: given, cluster)
    }
    guard let index = cluster["JOB_COMPLETION_INDEX"] else {
      throw CommandFailure(
        .usage,
        "--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; write i/n such "
          + "as 0/8"
      )
    }
    guard let count = given else {
      throw CommandFailure(
        .usage,
        "--shard auto: the number of the Kubernetes job's completions is unknown; write auto/n "
          + "with that number"
      )
    }
    return try shard(index, of: count)
  }

  /// The task numbers of a Slurm array start anywhere and have a fixed step.
  private static func slurm(
    _ task: Int, count given: Int?, _ cluster: ClusterEnvironment
  ) throws(CommandFailure) -> Shard {
    let first = cluster["SLURM_ARRAY_TASK_MIN"] ?? 0
    let step = max(cluster["SLURM_ARRAY_TASK_STEP"] ?? 1, 1)
    guard let count = given ?? cluster["SLURM_ARRAY_TASK_COUNT"] else {
      throw CommandFailure(.usage, "--shard auto: SLURM_ARRAY_TASK_COUNT is not set; write auto/n")
    }
    let (distance, overflows) = task.subtractingReportingOverflow(first)
    guard !overflows, distance >= 0, distance % step == 0 else {
      throw CommandFailure(
        .usage, "--shard auto: the array's tasks are not numbered evenly; write i/n instead")
    }
    return try shard(distance / step, of: count)
  }

  private static func shard(_ index: Int, of count: Int) throws(CommandFailure) -> Shard {
    // The index counts from 0 here, so an index equal to `count` is out of range.
    guard index < count, let shard = Shard(index, of: count) else {
      throw CommandFailure(
        .usage,
        "--shard auto: there is no part \(index), counted from 0, of \(count); write i/n instead")
    }
    return shard
  }
}

/// The numbers that a cluster sets in the environment of a task.
private struct ClusterEnvironment {
  let variables: [String: String]

  subscript(name: String) -> Int? { variables[name].flatMap { Int($0) } }
}
