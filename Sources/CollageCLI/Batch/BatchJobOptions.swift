internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// Where a batch's jobs come from, and how they are run.
struct BatchJobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Instead of a manifest, make a collage of the pictures in each folder, from this one down. "
        + "In --title, {folder} is the folder's name.",
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
    name: .shortAndLong,
    help: ArgumentHelp(
      "With --from-folders, write the collages into this folder instead of the library, named by "
        + "their folders.",
      valueName: "folder"),
    completion: .directory)
  var output: RawPath?

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

  /// Creates the folder for what is named by folders, and its missing parents.
  func makeOutputFolder() throws(CommandFailure) {
    guard let folder = books ?? output else { return }
    do throws(FolderError) {
      try FileSystem.makeFolders(folder.path)
    } catch {
      throw CommandFailure(CollageError(PhotoWriterError(making: error)))
    }
  }

  /// - Parameters:
  ///   - options: those of all jobs.
  ///   - reportCollages: called with the number of collages that are left out of a folder.
  /// - Throws: when the manifest or the folder can't be opened.
  func source(
    manifest: FilePath, _ options: BatchOptions, reportCollages: @escaping @Sendable (Int) -> Void
  ) throws(CommandFailure) -> BatchJobs {
    if let fromFolders {
      return BatchJobs(
        folders: WorkingFolder.absolute(fromFolders.path), excluding: options.library?.folder,
        exclusions.exclusions, into: outputs(options.collage),
        reportCollages: reportCollages)
    }
    return try BatchJobs(manifest: manifest, root: root?.path)
  }
}

extension BatchJobOptions {
  private func outputs(_ options: CollageOptions) -> FolderOutputs? {
    if let books { return .books(in: WorkingFolder.absolute(books.path)) }
    return output.map { .collages(in: WorkingFolder.absolute($0.path), options) }
  }

  /// - Throws: for options that need others, or don't suit others.
  func check(manifests: [RawPath], _ format: OutputFormat?) throws {
    if fromFolders == nil {
      if !exclusions.patterns.isEmpty { throw Self.needsFolders("--exclude") }
      if exclusions.takesCollages { throw Self.needsFolders("--collages") }
      if best != nil { throw Self.needsFolders("--best") }
      if books != nil {
        throw ValidationError(
          "--books works only with --from-folders; give a manifest's lines \"pages\": true instead")
      }
      if output != nil {
        throw ValidationError(
          "-o works only with --from-folders; give a manifest's lines an \"output\" instead, or "
            + "use --library; results are printed on standard output")
      }
    } else if !manifests.isEmpty {
      throw ValidationError("a manifest and --from-folders can't be combined; leave one out")
    }
    if books != nil, output != nil {
      throw ValidationError("--books says where books go, and -o collages; leave one of them out")
    }
    if books != nil, let format, format != .pdf {
      throw ValidationError(
        "--books writes PDFs, but --format says \(format.rawValue); leave one of them out")
    }
    if let output, !Self.canBeFolder(output.path) {
      throw ValidationError(
        "\(output.path.displayed) is a picture's name, but each folder gets a collage; name a "
          + "folder for them, such as -o out")
    }
  }

  private static func needsFolders(_ option: String) -> ValidationError {
    ValidationError("\(option) works only with --from-folders; add that, or leave it out")
  }

  /// Whether a name is that of a folder, or of nothing yet and no picture's.
  private static func canBeFolder(_ path: FilePath) -> Bool {
    if let status = try? path.stat() { return status.type == .directory }
    return !Encoding.namesFormat(path)
  }
}

extension BatchOrder: ExpressibleByArgument {}
