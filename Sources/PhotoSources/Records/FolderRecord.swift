internal import PhotoCodecs

/// What is known of the files in a folder, in one piece of memory as it is on disk: for each file
/// its name, its state, and what was found in it.
///
/// An entry has numbers at fixed places; names and facts follow all entries. Reading it takes no
/// allocation for a file.
struct FolderRecord: Sendable {
  /// Changes with what is found in photos and how that is stored.
  private static let magic = Array("collage photos 3\n".utf8)
  private static let digestBytes = 32

  /// The offsets of an entry's numbers.
  private enum Field {
    static let nameStart = 0
    static let nameLength = 4
    static let format = 6
    static let flags = 7
    static let device = 8
    static let inode = 16
    static let size = 24
    static let modified = 32
    static let changed = 44
    static let sidecars = 56
    static let facts = 64
    static let length = 68
  }

  private static let collageFlag = 1
  /// What is stored for the start of facts that aren't known.
  private static let noFacts = Int(UInt32.max)

  /// What is known of one file.
  struct Entry {
    let name: ArraySlice<UInt8>
    let identity: FileIdentity
    /// Nil for a file that is no photo.
    let format: PhotoFormat?
    /// Whether this program made it.
    let isCollage: Bool
    /// The state of the photo's sidecars, as `FolderSidecars` has it.
    let sidecars: UInt64
    /// As `StoredFacts` stores them; nil if they aren't known.
    let facts: ArraySlice<UInt8>?
  }

  private let bytes: [UInt8]
  /// Where the entries begin.
  private let start: Int
  let count: Int

  /// Nil for bytes of another version or folder, and for damaged ones.
  init?(_ bytes: [UInt8], of folder: [UInt8]) {
    let body = Self.magic.count + Self.digestBytes
    guard bytes.starts(with: Self.magic), bytes.count >= body + 4,
      Self.digest(of: bytes, from: body) == bytes[Self.magic.count..<body]
    else { return nil }
    let folderLength = bytes.number(at: body, as: UInt32.self)
    let folderStart = body + 4
    guard folderLength <= bytes.count - folderStart - 4,
      bytes[folderStart..<folderStart + folderLength].elementsEqual(folder)
    else { return nil }
    let countStart = folderStart + folderLength
    count = bytes.number(at: countStart, as: UInt32.self)
    start = countStart + 4
    self.bytes = bytes
    guard count <= (bytes.count - start) / Field.length, (0..<count).allSatisfy(isWhole) else {
      return nil
    }
  }

  /// Whether an entry's name and facts lie in the bytes.
  private func isWhole(_ index: Int) -> Bool {
    let place = start + index * Field.length
    let name = bytes.number(at: place + Field.nameStart, as: UInt32.self)
    let length = bytes.number(at: place + Field.nameLength, as: UInt16.self)
    let facts = bytes.number(at: place + Field.facts, as: UInt32.self)
    return name + length <= bytes.count
      && (facts == Self.noFacts || StoredFacts.length(in: bytes, at: facts) != nil)
  }

  func name(_ index: Int) -> ArraySlice<UInt8> {
    let place = start + index * Field.length
    let name = bytes.number(at: place + Field.nameStart, as: UInt32.self)
    return bytes[name..<name + bytes.number(at: place + Field.nameLength, as: UInt16.self)]
  }

  /// The state in which a file was when it was read.
  func identity(_ index: Int) -> FileIdentity {
    let place = start + index * Field.length
    func number(_ field: Int) -> Int { bytes.number(at: place + field, as: Int64.self) }
    func nanoseconds(_ field: Int) -> Int { bytes.number(at: place + field + 8, as: UInt32.self) }
    return FileIdentity(
      device: number(Field.device), inode: number(Field.inode), size: number(Field.size),
      modified: FileTime(seconds: number(Field.modified), nanoseconds(Field.modified)),
      changed: FileTime(seconds: number(Field.changed), nanoseconds(Field.changed)))
  }

  /// Nil for a file that is no photo.
  func format(_ index: Int) -> PhotoFormat? {
    PhotoFormat(stored: bytes[start + index * Field.length + Field.format])
  }

  /// Whether this program made it.
  func isCollage(_ index: Int) -> Bool {
    Int(bytes[start + index * Field.length + Field.flags]) & Self.collageFlag != 0
  }

  /// The state of the photo's sidecars.
  func sidecars(_ index: Int) -> UInt64 {
    UInt64(
      bitPattern: Int64(
        bytes.number(at: start + index * Field.length + Field.sidecars, as: Int64.self)))
  }

  /// The bytes of a photo's facts; nil if they aren't known.
  func facts(_ index: Int) -> ArraySlice<UInt8>? {
    let facts = bytes.number(at: start + index * Field.length + Field.facts, as: UInt32.self)
    guard facts != Self.noFacts, let length = StoredFacts.length(in: bytes, at: facts) else {
      return nil
    }
    return bytes[facts..<facts + length]
  }

  subscript(index: Int) -> Entry {
    Entry(
      name: name(index), identity: identity(index), format: format(index),
      isCollage: isCollage(index), sidecars: sidecars(index), facts: facts(index))
  }

  private static func digest(of bytes: [UInt8], from start: Int) -> ArraySlice<UInt8> {
    var hash = SHA256()
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe hash.update(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    return hash.finish()[...]
  }
}

extension FolderRecord {
  /// Collects entries.
  struct Builder: Sendable {
    private var entries: [UInt8] = []
    private var names: [UInt8] = []
    private var facts: [UInt8] = []

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count / Field.length }

    mutating func append(_ entry: Entry) {
      entries.append(names.count, width: 4)
      entries.append(entry.name.count, width: 2)
      entries.append(Int(entry.format.stored), width: 1)
      entries.append(entry.isCollage ? FolderRecord.collageFlag : 0, width: 1)
      let numbers = entry.identity.numbers
      for number in numbers[0...2] { entries.append(number, width: 8) }
      for time in [numbers[3...4], numbers[5...6]] {
        entries.append(time.first!, width: 8)
        entries.append(time.last!, width: 4)
      }
      entries.append(Int(bitPattern: UInt(entry.sidecars)), width: 8)
      entries.append(entry.facts == nil ? FolderRecord.noFacts : facts.count, width: 4)
      names += entry.name
      if let stored = entry.facts { facts += stored }
    }

    /// - Parameter folder: its path from the root.
    func bytes(of folder: [UInt8]) -> [UInt8] {
      var body: [UInt8] = []
      let head = 4 + folder.count + 4
      body.reserveCapacity(head + entries.count + names.count + facts.count)
      body.append(folder.count, width: 4)
      body += folder
      body.append(count, width: 4)
      body += entries
      body += names
      body += facts
      // Until here, places were counted from the first name and the first fact.
      let namesStart = magic.count + digestBytes + head + entries.count
      let factsStart = namesStart + names.count
      for index in 0..<count {
        let place = head + index * Field.length
        let name = body.number(at: place + Field.nameStart, as: UInt32.self)
        body.replace(at: place + Field.nameStart, with: name + namesStart)
        let facts = body.number(at: place + Field.facts, as: UInt32.self)
        if facts != FolderRecord.noFacts {
          body.replace(at: place + Field.facts, with: facts + factsStart)
        }
      }
      return magic + FolderRecord.digest(of: body, from: 0) + body
    }
  }
}

extension PhotoFormat {
  /// Nil for what stands for no photo.
  fileprivate init?(stored: UInt8) {
    guard stored > 0, Int(stored) <= Self.allCases.count else { return nil }
    self = Self.allCases[Int(stored) - 1]
  }
}

extension PhotoFormat? {
  fileprivate var stored: UInt8 {
    flatMap { PhotoFormat.allCases.firstIndex(of: $0) }.map { UInt8($0 + 1) } ?? 0
  }
}
