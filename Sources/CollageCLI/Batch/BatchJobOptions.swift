internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SystemPackage

/// Where a batch's jobs come from, and how they are run.
struct BatchJobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make a collage of the pictures in every folder from this one down, instead.",
      valueName: "folder"),
    completion: .directory)
  var fromFolders: RawPath?

  @OptionGroup var exclusions: ExclusionOptions

  @Option(
    help: ArgumentHelp(
      "The folder where the manifest's relative paths begin; by default its own, for standard input the working one.",
      valueName: "folder"), completion: .directory)
  var root: RawPath?

  @Option(help: "In what order results come: input (the manifest's) or done (as they get done).")
  var order: BatchOrder = .input

  @Flag(help: "Begin no job after one has failed.")
  var failFast = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Do only part i of n, chosen by the jobs' names; i counts from 0 or from 1. 'auto' takes both from a Slurm array's "
        + "environment, 'auto/n' also i from a Kubernetes indexed Job's.", valueName: "i/n"))
  var shard: String?

  func shardOption() throws(CommandFailure) -> Shard {
    guard let shard else { return .whole }
    if let part = Shard(shard) { return part }
    return try .automatic(shard)
  }

  /// - Throws: when the manifest or the folder can't be opened.
  func source(manifest: FilePath, library: FilePath?) throws(CommandFailure) -> BatchJobs {
    if let fromFolders {
      return BatchJobs(
        folders: WorkingFolder.absolute(fromFolders.path), excluding: library,
        exclusions.exclusions)
    }
    return try BatchJobs(manifest: manifest, root: root?.path)
  }
}

extension BatchOrder: ExpressibleByArgument {}
