internal import ThreadPool

/// What this run has found of the files in a folder, until it is stored.
final class FolderUpdate: Sendable {
  private struct State {
    var entries = FolderRecord.Builder()
    /// Names of which there is no file any more.
    var vanished: Set<[UInt8]> = []
  }

  private let records: PhotoRecords
  /// From the root, byte for byte.
  let path: [UInt8]
  private let state = Locked(State())

  init(_ records: PhotoRecords, of path: [UInt8]) {
    self.records = records
    self.path = path
  }

  /// What was stored of the folder.
  var stored: FolderRecord? { records.record(of: path) }

  /// Adds what was found of a file, which replaces what was found before.
  func add(_ entry: FolderRecord.Entry) {
    change { $0.entries.append(entry) }
  }

  /// Some files are no longer there.
  func remove(_ names: [[UInt8]]) {
    if !names.isEmpty { change { $0.vanished.formUnion(names) } }
  }

  private func change(_ change: (inout State) -> Void) {
    let isFirst = state.withLock { state in
      let isFirst = state.entries.isEmpty && state.vanished.isEmpty
      change(&state)
      return isFirst
    }
    if isFirst { records.addChanged(self) }
    records.saveIfDue()
  }

  /// What is to be stored in place of what is stored now; nil if nothing has changed.
  func takeRecord() -> [UInt8]? {
    let changes = state.withLock { state in
      defer { state = State() }
      return state
    }
    guard !changes.entries.isEmpty || !changes.vanished.isEmpty else { return nil }
    // Read anew, because another run may have stored something meanwhile.
    let all = Self.merged(stored, changes)
    return all.bytes(of: path)
  }

  /// The stored entries in their order, each replaced by its newest, then the others.
  private static func merged(_ stored: FolderRecord?, _ changes: State) -> FolderRecord.Builder {
    guard let new = FolderRecord(changes.entries.bytes(of: []), of: []) else {
      preconditionFailure("a record that was just made can be read")
    }
    var merged = FolderRecord.Builder()
    var lookup = RecordLookup(new)
    var isTaken = Array(repeating: false, count: new.count)
    for index in 0..<(stored?.count ?? 0) {
      let old = stored![index]
      if let newer = lookup.last(old.name) {
        merged.append(new[newer])
        isTaken[newer] = true
      } else if changes.vanished.isEmpty || !changes.vanished.contains(Array(old.name)) {
        merged.append(old)
      }
    }
    for index in 0..<new.count {
      let newest = lookup.last(new.name(index)) ?? index
      if isTaken[newest] { continue }
      merged.append(new[newest])
      isTaken[newest] = true
    }
    return merged
  }
}
