internal import Glibc
internal import SystemPackage

/// A name in a folder with its kind; links are not followed.
struct FolderEntry: Sendable {
  enum Kind: Hashable, Sendable {
    case file
    case folder
    case link
    case other
  }

  let name: FilePath.Component
  let kind: Kind
}

extension FileSystem {
  /// What is in a folder, in no order, without "." and "..".
  ///
  /// - Parameter isWanted: called with the bytes of each name, and its kind if `readdir` reports it. Only wanted names
  ///   cost more than some tens of nanoseconds.
  /// - Throws: also when the folder can't be read to its end, since the list would be incomplete.
  static func entries(
    in folder: FilePath, where isWanted: (Span<UInt8>, FolderEntry.Kind?) -> Bool = { _, _ in true }
  ) throws(Errno) -> [FolderEntry] {
    let stream = unsafe try openFolder(folder)
    defer { unsafe closedir(stream) }
    var entries: [FolderEntry] = []
    var failure: Errno?
    unsafe try forEachName(in: stream) { bytes, kind in
      guard isWanted(bytes, kind), let name = FilePath(bytes: Array(copying: bytes)).lastComponent else { return true }
      do throws(Errno) {
        let known = if let kind { kind } else { try self.kind(of: folder.appending(name)) }
        if let known { entries.append(FolderEntry(name: name, kind: known)) }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return entries
  }

  /// Passes on the bytes of each name that a folder's stream still has, and its kind if `readdir` reports it, without
  /// "." and "..".
  ///
  /// - Parameter body: returns false to stop.
  /// - Throws: when the folder can't be read to its end.
  static func forEachName(
    in stream: OpaquePointer, _ body: (Span<UInt8>, FolderEntry.Kind?) -> Bool
  ) throws(Errno) {
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        let code = Errno(rawValue: errno)
        if code.rawValue == 0 { return }
        throw code
      }
      let kind = FolderEntry.Kind(type: Int32(unsafe entry.pointee.d_type))
      let goesOn = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
          let length = unsafe strlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self))
          let name = unsafe UnsafeBufferPointer(start: bytes, count: length)
          return unsafe isDots(name.span) || body(name.span, kind)
        }
      }
      if !goesOn { return }
    }
  }

  /// The names in a folder in the order of their bytes, without "." and "..".
  static func names(
    in folder: FilePath, where isWanted: (Span<UInt8>) -> Bool = { _ in true }
  ) throws(Errno) -> [FilePath.Component] {
    try entries(in: folder) { name, _ in isWanted(name) }.map(\.name).sorted { first, second in
      unsafe first.withPlatformString { first in unsafe second.withPlatformString { unsafe strcmp(first, $0) } } < 0
    }
  }

  private static func openFolder(_ path: FilePath) throws(Errno) -> OpaquePointer {
    while true {
      if let stream = unsafe path.withPlatformString({ unsafe opendir($0) }) { return unsafe stream }
      let code = Errno(rawValue: errno)
      if code != .interrupted { throw code }
    }
  }

  /// For folders whose entries have no kind; nil when the file no longer exists.
  private static func kind(of path: FilePath) throws(Errno) -> FolderEntry.Kind? {
    do throws(Errno) {
      return FolderEntry.Kind(try status(path, followsLinks: false).type)
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  private static func isDots(_ name: Span<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    return name.count == 1 && name[0] == dot || name.count == 2 && name[0] == dot && name[1] == dot
  }
}

extension FolderEntry.Kind {
  /// - Parameter type: `d_type` as `readdir` reports it; nil when it is unknown.
  fileprivate init?(type: Int32) {
    switch Int(type) {
    case DT_REG: self = .file
    case DT_DIR: self = .folder
    case DT_LNK: self = .link
    case DT_UNKNOWN: return nil
    default: self = .other
    }
  }

  fileprivate init(_ type: FileType) {
    switch type {
    case .regular: self = .file
    case .directory: self = .folder
    case .symbolicLink: self = .link
    default: self = .other
    }
  }
}
