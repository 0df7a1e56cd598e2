internal import Glibc
package import SystemPackage

/// A name in a folder and what it stands for; links are not followed.
package struct FolderEntry: Sendable {
  package let name: FilePath.Component
  package let type: FileType
}

// Reading a folder. Names that the caller doesn't want cost only some tens of nanoseconds. A folder
// that can't be read to its end throws, because the list would be incomplete.
extension OpenFolder {
  /// What is in the folder, unsorted, without "." and "..".
  ///
  /// - Parameter isWanted: called with the bytes of each name, and with its type if the file system
  ///   reports it.
  package func entries(
    where isWanted: (Span<UInt8>, FileType?) -> Bool = { _, _ in true }
  ) throws(Errno) -> [FolderEntry] {
    var entries: [FolderEntry] = []
    try forEachName { bytes, known throws(Errno) in
      guard isWanted(bytes, known), let name = FilePath.Component(bytes) else { return true }
      let type = if let known { known } else { try type(of: name) }
      if let type { entries.append(FolderEntry(name: name, type: type)) }
      return true
    }
    return entries
  }

  /// The names in the folder, sorted by their bytes, without "." and "..".
  package func names(where isWanted: (Span<UInt8>) -> Bool = { _ in true }) throws(Errno)
    -> [FilePath.Component]
  {
    var names: [[UInt8]] = []
    try forEachName { name, _ in
      if isWanted(name) { names.append(Array(copying: name)) }
      return true
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.compactMap {
      FilePath.Component($0.span)
    }
  }

  /// Whether a name is in the folder exactly as it is spelled here.
  package func lists(_ name: FilePath.Component) throws(Errno) -> Bool {
    let wanted = name.bytes
    var isFound = false
    try forEachName { bytes, _ in
      isFound = bytes.count == wanted.count && bytes.starts(with: wanted)
      return !isFound
    }
    return isFound
  }

  /// Passes on the bytes of each name, and its type if the file system reports it, unsorted and
  /// without "." and "..".
  ///
  /// Must not be called again from `body`.
  ///
  /// - Parameter body: returns false to stop.
  package func forEachName(
    _ body: (Span<UInt8>, FileType?) throws(Errno) -> Bool
  ) throws(Errno) {
    // Closed with the stream.
    let copy = try FileSystem.copy(of: descriptor)
    guard let stream = unsafe fdopendir(copy) else {
      let code = Errno(rawValue: errno)
      close(copy)
      throw code
    }
    defer { unsafe closedir(stream) }
    // The copy shares its position with the original, so it would start where that one stopped.
    unsafe rewinddir(stream)
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        let code = Errno(rawValue: errno)
        if code.rawValue == 0 { return }
        throw code
      }
      // `d_type` holds the bits of `st_mode` that tell the type, or 0 if the type is unknown.
      let reported = unsafe mode_t(entry.pointee.d_type) << 12
      let goesOn = try unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        pointer throws(Errno) in
        try unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes throws(Errno) in
          let length = unsafe strlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self))
          let name = unsafe UnsafeBufferPointer(start: bytes, count: length).span
          return isDots(name)
            ? true : try body(name, reported == 0 ? nil : FileType(rawValue: reported))
        }
      }
      if !goesOn { return }
    }
  }

  private func isDots(_ name: Span<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    return name.count == 1 && name[0] == dot || name.count == 2 && name[0] == dot && name[1] == dot
  }

  /// The type of what a name stands for; nil if there is nothing.
  package func type(of name: FilePath.Component, followsLinks: Bool = false) throws(Errno)
    -> FileType?
  {
    do throws(Errno) {
      return try status(name, followsLinks: followsLinks).type
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }
}
