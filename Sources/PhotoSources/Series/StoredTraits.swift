internal import PhotoCodecs

/// A photo's entry in the store: what was found, and the state of the file in which it was found.
struct StoredTraits: Sendable {
  let identity: FileIdentity
  /// What was measured, or why the photo can't be decoded.
  let outcome: Result<MeasuredPhoto, CodecError>

  /// Nil if the photo may be decoded another time.
  init?(_ identity: FileIdentity, _ outcome: Result<MeasuredPhoto, CodecError>) {
    if case .failure(let error) = outcome, error.storedText == nil { return nil }
    (self.identity, self.outcome) = (identity, outcome)
  }
}

/// The entries of the photos in a folder, by their names, and how they are stored.
struct TraitsRecord: Sendable {
  /// Changes with what is measured and how it is stored.
  static let magic = Array("collage series 6\n".utf8)
  private static let digestBytes = 32

  private(set) var entries: [[UInt8]: StoredTraits] = [:]

  subscript(name: [UInt8]) -> StoredTraits? {
    get { entries[name] }
    set { entries[name] = newValue }
  }

  /// How many entries were stored, also of names that weren't asked for.
  private(set) var storedCount = 0

  init() {}

  /// Nil for bytes of another version or folder, and for damaged ones.
  ///
  /// - Parameters:
  ///   - file: keeps the greys; nil to keep them in memory.
  ///   - names: of photos whose entries are needed; nil for all.
  init?(
    _ bytes: [UInt8], of folder: [UInt8], in file: GreysFile? = nil, only names: Set<[UInt8]>? = nil
  ) {
    let start = Self.magic.count + Self.digestBytes
    guard bytes.starts(with: Self.magic), bytes.count > start else { return nil }
    var hash = SHA256()
    unsafe bytes[start...].withUnsafeBufferPointer { unsafe hash.update($0) }
    guard hash.finish() == Array(bytes[Self.magic.count..<start]) else { return nil }
    var record = RecordReader(bytes[start...])
    guard record.countedBytes() == folder else { return nil }
    while !record.isAtEnd {
      guard let name = record.countedBytes() else { return nil }
      let isNeeded = names?.contains(name) ?? true
      guard let entry = StoredTraits(&record, in: isNeeded ? file : nil) else { return nil }
      if isNeeded { entries[name] = entry }
      storedCount += 1
    }
  }

  /// Adds entries of another record, those of names that this one lacks.
  mutating func addMissing(_ other: TraitsRecord) {
    entries.merge(other.entries) { own, _ in own }
  }

  /// The same in several records, by the order of names, all but the last with so many entries; the
  /// last has fewer, maybe none.
  func parts(of count: Int) -> [TraitsRecord] {
    let names = entries.keys.sorted { $0.lexicographicallyPrecedes($1) }
    return stride(from: 0, through: names.count, by: count).map { start in
      var part = TraitsRecord()
      for name in names[start...].prefix(count) { part.entries[name] = entries[name] }
      return part
    }
  }

  /// - Parameter folder: its path from the root.
  func bytes(of folder: [UInt8]) -> [UInt8] {
    var record = RecordWriter()
    record.appendCounted(folder)
    for (name, entry) in entries.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      record.appendCounted(name)
      entry.write(to: &record)
    }
    var hash = SHA256()
    hash.update(record.bytes)
    return Self.magic + hash.finish() + record.bytes
  }
}

extension StoredTraits {
  fileprivate func write(to record: inout RecordWriter) {
    for number in identity.numbers { record.append(number, bytes: 8) }
    switch outcome {
    case .success(let photo):
      record.append(1, bytes: 1)
      photo.write(to: &record)
    case .failure(let error):
      record.append(0, bytes: 1)
      record.appendCounted(error.storedText ?? [])
    }
  }

  fileprivate init?(_ record: inout RecordReader, in file: GreysFile?) {
    guard let numbers = record.numbers(FileIdentity.numberCount, bytes: 8),
      let kind = record.number(bytes: 1)
    else { return nil }
    if kind == 1 {
      guard let photo = MeasuredPhoto(&record, in: file) else { return nil }
      outcome = .success(photo)
    } else {
      guard let error = record.countedBytes().flatMap(CodecError.init(storedText:)) else {
        return nil
      }
      outcome = .failure(error)
    }
    identity = FileIdentity(numbers: numbers)
  }
}
