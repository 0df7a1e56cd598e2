internal import CollageKit
internal import CollageTerminal
internal import Files
internal import PhotoSources
internal import SystemPackage

/// The jobs that a command line names, and how many there are, if that is known in advance.
struct BatchJobs: Sendable {
  var jobs: any BatchSource
  /// The same jobs from the first one again; nil if the manifest can be read only once.
  let copy: (any BatchSource)?
  /// Nil if the jobs come from folders.
  let manifest: LineFile?

  /// - Parameters:
  ///   - outputs: where books or collages go that are named by their folders; nil for the library.
  ///   - reportCollages: called with the number of collages that are left out of a folder.
  init(
    folders: FilePath, excluding library: FilePath?, _ exclusions: PhotoExclusions,
    into outputs: FolderOutputs?, reportCollages: @escaping @Sendable (Int) -> Void
  ) {
    jobs = FolderSource(
      folders, excluding: library, exclusions, into: outputs, reportCollages: reportCollages)
    copy = FolderSource(folders, excluding: library, exclusions, into: outputs)
    manifest = nil
  }

  init(manifest path: FilePath, root: FilePath?) throws(CommandFailure) {
    if path != "-", (try? path.stat())?.type == .directory {
      throw CommandFailure(
        .noInput,
        "\(path.displayed): this is a folder, not a manifest; for a collage of each folder in it, "
          + "put --from-folders before it")
    }
    let folder = WorkingFolder.absolute(root ?? (path == "-" ? "" : path.removingLastComponent()))
      .withoutDots
    let manifest = try LineFile(opening: path)
    try ManifestCheck.check(manifest)
    jobs = ManifestSource(manifest.lines, root: folder)
    copy = manifest.reopened().map { ManifestSource($0.lines, root: folder) }
    self.manifest = manifest
  }

  /// The number of lines of the manifest that aren't blank; nil if it is unknown. Reads the
  /// manifest once, at about 1 GB/s.
  func total() -> Int? {
    guard let descriptor = manifest?.reopened()?.descriptor else { return nil }
    defer { try? descriptor.close() }
    var piece = [UInt8](repeating: 0, count: 256 * 1024)
    var total = 0
    var isBlank = true
    while let count = try? unsafe piece.withUnsafeMutableBytes({
      try unsafe descriptor.read(into: $0)
    }), count > 0 {
      for byte in piece[..<count] {
        if byte == 0x0A {
          total += isBlank ? 0 : 1
          isBlank = true
        } else if byte > 0x20 {
          isBlank = false
        }
      }
    }
    return total + (isBlank ? 0 : 1)
  }
}
