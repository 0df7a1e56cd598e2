internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// What is known of a finished file before it gets its final name together with others, so that
/// this can be undone, by whoever finds it.
struct NotedReplacement: Hashable {
  /// The hidden name of the finished file, and then of the previous one, which it is exchanged
  /// with.
  let name: FilePath.Component
  /// The hidden name of the previous file where names can't be exchanged.
  let kept: FilePath.Component
  let target: FilePath.Component
  /// Of the finished file. Another one with its inode has another time.
  let inode: Int
  let size: Int
  let seconds: Int
  let nanoseconds: Int
  /// Whether there was a file with the final name.
  let replaces: Bool

  /// Whether `kept` may exist.
  var isKept = false

  init(_ name: FilePath.Component, of file: Stat, as target: FilePath.Component, replaces: Bool) {
    self.name = name
    kept = TemporaryFileName.random()
    self.target = target
    let identity = FileIdentity(file)
    inode = Int(truncatingIfNeeded: identity.file.inode)
    size = identity.size
    seconds = identity.modified.seconds
    nanoseconds = identity.modified.nanoseconds
    self.replaces = replaces
  }

  /// Gives the previous file its name again, or removes the name if there was none. The finished
  /// file has its hidden name afterwards, or none. Does nothing where it never had its final name,
  /// or another file has that by now.
  ///
  /// - Parameter owner: of the note; nil if it is our own. Only root can note files of others.
  /// - Throws: where the finished file keeps its final name. `noSuchFileOrDirectory`: the previous
  ///   one is gone.
  func undo(in folder: FilePath, owner: UserID? = nil) throws(Errno) {
    let place = folder.appending(target)
    guard let found = try FileSystem.status(place), isFinished(found),
      owner.map({ $0 == found.userID || $0.rawValue == 0 }) ?? true
    else { return }
    let hidden = folder.appending(name)
    let hiddenStatus = try FileSystem.status(hidden)
    if try FileSystem.exists(folder.appending(kept)) {
      return try FileSystem.rename(folder.appending(kept), over: place)
    }
    if let hiddenStatus, !isFinished(hiddenStatus) {
      if try FileSystem.exchange(hidden, place) == nil {
        try FileSystem.rename(hidden, over: place)
      }
      return
    }
    if replaces { throw .noSuchFileOrDirectory }
    if hiddenStatus != nil { return try FileSystem.remove(place) }
    try FileSystem.rename(place, toFree: hidden)
  }

  private func isFinished(_ file: Stat) -> Bool {
    let identity = FileIdentity(file)
    return file.type == .regular && Int(truncatingIfNeeded: identity.file.inode) == inode
      && identity.size == size
      && identity.modified.seconds == seconds && identity.modified.nanoseconds == nanoseconds
  }
}

/// A hidden file beside files that get their final names together. While it exists, not all of them
/// have: the next run gives the previous ones their names again.
enum ReplacementNote {
  private static let beginning = Array("collage: files that get their names together\0".utf8)
  /// Without it, the writer was killed before the first file got its name.
  private static let end = Array("end\0".utf8)
  private static let maxBytes = 4 << 20

  static func bytes(_ files: [NotedReplacement]) -> [UInt8] {
    var bytes = beginning
    for file in files {
      for name in [file.name, file.kept, file.target] { bytes += name.bytes + [0] }
      let numbers = [file.inode, file.size, file.seconds, file.nanoseconds, file.replaces ? 1 : 0]
      bytes += Array(numbers.map { "\($0)" }.joined(separator: " ").utf8) + [0]
    }
    return bytes + end
  }

  /// What a note says; nil for any other file. Empty if it is cut short.
  static func files(in file: borrowing PhotoFile) -> [NotedReplacement]? {
    guard file.size <= maxBytes, let bytes = try? file.read(at: 0, count: file.size),
      bytes.starts(with: beginning)
    else { return nil }
    guard bytes.suffix(end.count).elementsEqual(end) else { return [] }
    let fields = bytes.dropFirst(beginning.count).dropLast(end.count)
      .split(separator: 0, omittingEmptySubsequences: true)
    return stride(from: 0, to: fields.count - fields.count % 4, by: 4).compactMap { start in
      NotedReplacement(fields: Array(fields[start..<start + 4]))
    }
  }
}

extension NotedReplacement {
  /// Nil for what we don't write: hidden names of other files, or a name in another folder.
  fileprivate init?(fields: [ArraySlice<UInt8>]) {
    let names = fields[..<3].compactMap { bytes -> FilePath.Component? in
      bytes.contains(UInt8(ascii: "/")) ? nil : FilePath(bytes: bytes).lastComponent
    }
    let numbers = String(decoding: fields[3], as: UTF8.self).split(separator: " ")
      .compactMap { Int($0) }
    guard names.count == 3, numbers.count == 5,
      names[..<2].allSatisfy({ TemporaryFileName.matches($0) }), names[2].kind == .regular
    else { return nil }
    name = names[0]
    kept = names[1]
    target = names[2]
    inode = numbers[0]
    size = numbers[1]
    seconds = numbers[2]
    nanoseconds = numbers[3]
    replaces = numbers[4] == 1
  }
}
