internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import SystemPackage

/// Where a batch's jobs come from, and how they are run.
struct BatchJobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Instead of a manifest, make a collage of the pictures in each folder, from this one down. In "
        + "--title, {folder} is the folder's name.",
      valueName: "folder"),
    completion: .directory)
  var fromFolders: RawPath?

  @OptionGroup var exclusions: ExclusionOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --from-folders, take only the n best photos of each folder, as 'make --best' does.",
      valueName: "n"), transform: Count.argument)
  var best: Count?

  @Option(
    help: ArgumentHelp(
      "With --from-folders, make a book of each folder's pictures instead, as 'collage pages' "
        + "does, in this folder.",
      valueName: "folder"),
    completion: .directory)
  var books: RawPath?

  @Option(
    help: ArgumentHelp(
      "Resolve the manifest's relative paths from here; by default from its own folder, or the "
        + "working folder for standard input.",
      valueName: "folder"), completion: .directory)
  var root: RawPath?

  @Option(help: "The order of results: input (as in the manifest) or done (as they finish).")
  var order: BatchOrder = .input

  @Flag(help: "Start no more jobs after a failure.")
  var failFast = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Do only part i of n, divided by the jobs' names; i counts from 0 or from 1. 'auto' takes "
        + "both from a Slurm array's environment; 'auto/n' also takes i from that of a Kubernetes "
        + "indexed Job.",
      valueName: "i/n"))
  var shard: String?

  /// Why there are no jobs, if there are none; nil for a manifest.
  var absence: String? {
    fromFolders.map { "there are no pictures in \($0.path.displayed), nor in folders below it" }
  }

  func shardOption() throws(CommandFailure) -> Shard {
    guard let shard else { return .whole }
    if let part = Shard(shard) { return part }
    return try .automatic(shard)
  }

  /// Creates the folder of the books, and its missing parents.
  func makeBooksFolder() throws(CommandFailure) {
    guard let books else { return }
    do throws(FolderError) {
      try FileSystem.makeFolders(books.path)
    } catch {
      throw CommandFailure(CollageError(PhotoWriterError(making: error)))
    }
  }

  /// - Parameter reportCollages: called with the number of collages that are left out of a folder.
  /// - Throws: when the manifest or the folder can't be opened.
  func source(
    manifest: FilePath, library: FilePath?, reportCollages: @escaping @Sendable (Int) -> Void
  ) throws(CommandFailure) -> BatchJobs {
    if let fromFolders {
      return BatchJobs(
        folders: WorkingFolder.absolute(fromFolders.path), excluding: library,
        exclusions.exclusions, books: books.map { WorkingFolder.absolute($0.path) },
        reportCollages: reportCollages)
    }
    return try BatchJobs(manifest: manifest, root: root?.path)
  }
}

extension BatchOrder: ExpressibleByArgument {}
