internal import Files
internal import Glibc
package import SystemPackage

/// A history stored in a file, one entry per line, the newest last; `\` is written as `\\` and a
/// line break as `\n`.
///
/// Nothing here reports an error: if the file is missing, unreadable, damaged or full, the history
/// in memory stays unchanged. Several programs may add lines at the same time without losing any.
package struct HistoryFile: Hashable, Sendable {
  package let path: FilePath
  package let limit: Int

  /// How much is read from the end of the file, in bytes.
  private static let window = 1 << 20

  package init(_ path: FilePath, limit: Int = History.defaultLimit) {
    self.path = path
    self.limit = max(limit, 0)
  }

  /// The newest lines of the file. Shortens a file that has grown to twice the size needed.
  package func load() -> History {
    guard let file = open(.readOnly), let stored = try? file.closeAfter({ try Self.read(file) })
    else {
      return History(limit: limit)
    }
    if stored.size > Self.window || stored.lines.count > 2 * limit { shorten() }
    return History(stored.lines.suffix(limit).map(Self.entry), limit: limit)
  }

  /// Appends a line unless it is blank. Creates the file and its folders if needed, readable by the
  /// owner only.
  ///
  /// - Returns: whether the line is in the file.
  @discardableResult
  package func append(_ line: String) -> Bool {
    guard History.isWorthKeeping(line),
      let file = open(.readWrite, [.append, .create]) ?? openInNewFolder()
    else {
      return false
    }
    let bytes = Self.bytes(of: line)
    return
      (try? file.closeAfter {
        // A lock that programs adding lines share; it excludes one that shortens the file. Goes on
        // without it if the file system has no locks.
        _ = try? FileSystem.check { flock(file.rawValue, LOCK_SH) }
        return try file.writeAll(Self.endsInsideLine(file) ? [Self.lineBreak] + bytes : bytes) > 0
      }) ?? false
  }

  // MARK: The file

  private func open(_ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions = [])
    -> FileDescriptor?
  {
    // Non-blocking, because the path may be a FIFO.
    guard
      let file = try? FileSystem.opened(
        path, mode, options.union(.nonBlocking), permissions: .ownerReadWrite)
    else { return nil }
    guard (try? Stat(file).type) == .regular else {
      try? file.close()
      return nil
    }
    return file
  }

  private func openInNewFolder() -> FileDescriptor? {
    try? FileSystem.makePrivateFolders(path.removingLastComponent())
    return open(.readWrite, [.append, .create])
  }

  /// Keeps only the newest lines in the file.
  ///
  /// It is rewritten in place, so that links and permissions are kept, and only if the part to keep
  /// is no longer than the part to drop: so a crash at any moment loses none of the lines to keep.
  private func shorten() {
    guard let file = open(.readWrite) else { return }
    _ = try? file.closeAfter {
      guard try FileSystem.lock(file) else { return }
      let stored = try Self.read(file)
      var room = Self.window / 2
      let newest = stored.lines.suffix(limit).reversed().prefix { line in
        room -= line.count + 1
        return room >= 0
      }
      let kept = newest.reversed().flatMap { $0 + [Self.lineBreak] }
      guard Int64(kept.count) * 2 <= stored.size else { return }
      try file.writeAll(toAbsoluteOffset: 0, kept)
      try file.resize(to: Int64(kept.count))
    }
  }

  private static func read(_ file: FileDescriptor) throws -> (
    lines: [ArraySlice<UInt8>], size: Int64
  ) {
    let size = try file.seek(offset: 0, from: .end)
    let offset = max(Int(size) - window, 0)
    let lines = try file.read(at: offset, count: Int(size) - offset)
      .split(separator: lineBreak, omittingEmptySubsequences: false)
    return (lines.dropFirst(offset > 0 ? 1 : 0).filter { !$0.isEmpty }, size)
  }

  private static func endsInsideLine(_ file: FileDescriptor) throws -> Bool {
    let size = try file.seek(offset: 0, from: .end)
    return try size > 0 && file.read(at: Int(size) - 1, count: 1).contains { $0 != lineBreak }
  }

  // MARK: A line of the file

  private static let lineBreak = UInt8(ascii: "\n")
  private static let backslash = UInt8(ascii: "\\")

  private static func bytes(of entry: String) -> [UInt8] {
    LosslessText.bytes(of: entry).flatMap { byte in
      switch byte {
      case lineBreak: [backslash, UInt8(ascii: "n")]
      case backslash: [backslash, backslash]
      default: [byte]
      }
    } + [lineBreak]
  }

  /// The entry that a line of the file stands for. Escapes that `append` never writes are left
  /// unchanged.
  private static func entry(_ line: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      switch (byte, rest.first) {
      case (backslash, backslash):
        bytes.append(backslash)
        rest.removeFirst()
      case (backslash, UInt8(ascii: "n")):
        bytes.append(lineBreak)
        rest.removeFirst()
      default: bytes.append(byte)
      }
    }
    return LosslessText.text(of: bytes)
  }
}
