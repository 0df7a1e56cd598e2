internal import Files
internal import Imaging
internal import Synchronization
internal import SystemPackage

/// A file without a name that keeps the greys of many photos while they are compared: 4 KB for each
/// would take too much memory.
final class GreysFile: Sendable {
  private static let gridBytes = GreyGrid.side * GreyGrid.side

  private let file: FileDescriptor
  /// Where the next greys go.
  private let end = Atomic(0)

  /// Nil where there can't be such a file.
  ///
  /// - Parameter folder: on whose disk it lies.
  init?(in folder: FilePath) {
    let name = CacheFolder.Names.random()
    guard let open = try? OpenFolder.makePrivate(folder), let file = try? open.create(name) else {
      return nil
    }
    try? open.remove(name)
    self.file = file
  }

  deinit { try? file.close() }

  /// Where greys lie from now on; nil if there is no room for them.
  func append(_ greys: GreyGrid) -> Int? {
    let place = end.add(Self.gridBytes, ordering: .relaxed).oldValue
    let written = unsafe greys.values.withUnsafeBytes { bytes in
      try? unsafe file.writeAll(toAbsoluteOffset: Int64(place), bytes)
    }
    return written == Self.gridBytes ? place : nil
  }

  /// The greys at a place where some were put; of one brightness if the disk fails.
  func greys(at place: Int) -> GreyGrid {
    let bytes = (try? file.read(at: place, count: Self.gridBytes)) ?? []
    return GreyGrid(values: bytes) ?? GreyGrid.flat
  }
}

extension GreyGrid {
  fileprivate static let flat = GreyGrid(
    values: Array(repeating: 0, count: side * side))!
}
