package import SystemPackage

/// The jobs of another source that belong to a shard. A job whose name or output is already taken
/// becomes a failure.
///
/// Which job has a name or an output first is decided over all jobs, so that every shard decides
/// alike. So it must remember names: 16 to 40 bytes for each job. Apart from these and
/// `BatchFiles`, nothing grows with a batch.
package struct CheckedSource: BatchSource {
  private var source: any BatchSource
  private let shard: Shard
  private let library: FilePath?
  private var names: Set<NameHash> = []
  /// The files that the jobs read so far need, whatever their shard.
  let files: BatchFiles

  /// - Parameter library: where collages without an output go.
  package init(
    _ source: any BatchSource, shard: Shard = .whole, library: FilePath? = nil,
    files: BatchFiles = BatchFiles()
  ) {
    self.source = source
    self.shard = shard
    self.library = library
    self.files = files
  }

  package mutating func next() throws(BatchSourceError) -> BatchEntry? {
    while let entry = try source.next() {
      let checked = checked(entry)
      if shard.holds(entry.name) { return checked }
    }
    return nil
  }

  private mutating func checked(_ entry: BatchEntry) -> BatchEntry {
    files.add(inputsOf: entry)
    guard names.insert(NameHash(entry.name)).inserted else {
      return refuse(
        entry, "id",
        "an earlier line has the same id, \"\(entry.name.utf8.abridged)\"; choose another one")
    }
    guard let output = try? entry.job.get().output else { return entry }
    if let library, files.isAsset(output, of: library) {
      return refuse(
        entry, "output",
        "\(output.displayed) is a collage's name in the library; choose another one")
    }
    if !files.add(output: output, line: entry.line) {
      return refuse(
        entry, "output", "an earlier line also writes \(output.displayed); choose another one")
    }
    return entry
  }

  private func refuse(_ entry: BatchEntry, _ key: String, _ reason: String) -> BatchEntry {
    BatchEntry(
      name: entry.name, line: entry.line,
      job: .failure(.manifest(ManifestFault(line: entry.line, key: key, reason))))
  }
}
