internal import SystemPackage

/// Another source's jobs as far as they belong to a shard, with those whose name or output is taken already turned down.
///
/// It must remember every name: some 16 to 40 bytes a job are all that grows with a batch.
package struct CheckedSource: BatchSource {
  private var source: any BatchSource
  private let shard: Shard
  private var names = NameSet()
  private var outputs = NameSet()

  /// - Parameter shard: jobs outside of it are passed over.
  package init(_ source: any BatchSource, shard: Shard) {
    self.source = source
    self.shard = shard
  }

  package mutating func next() throws(BatchSourceError) -> BatchEntry? {
    while let entry = try source.next() {
      // Jobs of one name belong to one shard, so each shard finds its own doubles.
      if shard.holds(entry.name) { return checked(entry) }
    }
    return nil
  }

  private mutating func checked(_ entry: BatchEntry) -> BatchEntry {
    guard names.insert(entry.name) else {
      return refuse(
        entry, "id", "an earlier line has the name \"\(Array(entry.name.utf8).displayed)\"; give another one")
    }
    if let output = try? entry.job.get().output, !outputs.insert(output.lexicallyNormalized().bytes) {
      return refuse(entry, "output", "an earlier line writes \(output.displayed); give another one")
    }
    return entry
  }

  private func refuse(_ entry: BatchEntry, _ key: String, _ reason: String) -> BatchEntry {
    BatchEntry(
      name: entry.name, line: entry.line,
      job: .failure(.manifest(ManifestFault(line: entry.line, key: key, reason))))
  }
}
