internal import Files
package import PhotoCodecs
package import SystemPackage

/// A photo of an index: its place, and what the scan saw of it. It may have changed or vanished
/// since.
package struct IndexedPhoto: Sendable {
  let block: PhotoBlock
  let index: Int

  /// The file's path, byte for byte. It begins with the folder as it was given to the index.
  package var pathBytes: [UInt8] {
    let slash = UInt8(ascii: "/")
    return Array(block.folder) + (block.folder.last == slash ? [] : [slash]) + block.names[index]
  }

  package var path: FilePath { FilePath(bytes: pathBytes) }

  package var folder: FilePath { FilePath(bytes: block.folder) }

  package var name: FilePath { FilePath(bytes: block.names[index]) }

  /// According to its first bytes.
  package var format: PhotoFormat { block.pictures[index].format }

  /// The file's size in bytes.
  package var fileSize: Int { block.pictures[index].size }

  /// The state of the file in which the scan saw it.
  package var identity: FileIdentity { block.pictures[index].identity }

  /// When the file was last changed, in seconds since 1970, UTC.
  var modifiedTime: Int { block.pictures[index].modified }

  /// The facts in the photo's header and its sidecars; read when they are first needed, then kept
  /// in the index.
  ///
  /// - Parameter isCancelled: called before each read; once it is true, the result is meaningless.
  package func facts(isCancelled: @escaping () -> Bool = { false }) -> PhotoFacts {
    block.facts(index, isCancelled: isCancelled)
  }

  /// When the photo was taken. Nil if nothing tells but a file date beyond the year 9999. Costs the
  /// same as `facts`.
  package func moment(isCancelled: @escaping () -> Bool = { false }) -> MomentTaken? {
    facts(isCancelled: isCancelled).owner.moment
  }

  /// When it was taken, by its name and its file; what counts while its header isn't known,
  /// or if it can't be read. Nil for a file's date beyond the year 9999.
  package var momentByName: MomentTaken? {
    MomentTaken(StatedMoments(), name: name.bytes, modified: modifiedTime)
  }
}
