internal import Files
package import PhotoCodecs
package import SystemPackage

/// A photo of an index: its place and what the scan has seen of it. It may have changed or vanished
/// since.
package struct IndexedPhoto: Sendable {
  let block: PhotoBlock
  let index: Int

  /// The file's path, byte for byte: begins with the folder as it was given to the index.
  package var pathBytes: [UInt8] {
    let slash = UInt8(ascii: "/")
    return Array(block.folder) + (block.folder.last == slash ? [] : [slash]) + block.names[index]
  }

  package var path: FilePath { FilePath(bytes: pathBytes) }

  package var folder: FilePath { FilePath(bytes: block.folder) }

  package var name: FilePath { FilePath(bytes: block.names[index]) }

  /// By its first bytes.
  package var format: PhotoFormat { block.pictures[index].format }

  /// The file's size in bytes.
  package var fileSize: Int { block.pictures[index].size }

  /// When the file was last changed, in this machine's time zone. Nil for a date beyond the year
  /// 9999.
  package var modified: LocalTime? { LocalTime(unixTime: block.pictures[index].modified) }

  /// What the header says; read when it is first needed, and then kept in the index.
  ///
  /// - Parameter isCancelled: asked before each read; what is returned once it is true should be
  ///   dropped.
  package func facts(isCancelled: @escaping () -> Bool = { false }) -> PhotoFacts {
    block.facts(index, isCancelled: isCancelled)
  }

  /// When the photo was taken, or if EXIF doesn't say, when its file was last changed, in this
  /// machine's time zone. Nil for a file date beyond the year 9999. Costs the same as `facts`.
  package func date(isCancelled: @escaping () -> Bool = { false }) -> LocalTime? {
    facts(isCancelled: isCancelled).date(of: block.pictures[index])
  }
}
