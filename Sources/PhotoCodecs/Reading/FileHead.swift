package import SystemPackage

/// What the first bytes of an open file tell of it.
package struct FileHead: Hashable, Sendable {
  /// How many bytes are read: the recipe of every collage begins before their end.
  private static let length = 4096

  package let format: PhotoFormat
  /// Whether this program made it: it carries a recipe.
  package let isCollage: Bool

  /// Nil if the file is no photo, or can't be read.
  ///
  /// - Parameter size: the file's, in bytes.
  /// - Cost: one short read; for a TIFF structure a read for each of its directories, some dozens
  ///   at most.
  package init?(of file: FileDescriptor, size: Int) {
    var bytes = [UInt8](repeating: 0, count: min(Self.length, max(size, 0)))
    let count = unsafe bytes.withUnsafeMutableBytes {
      try? unsafe file.read(fromAbsoluteOffset: 0, into: $0)
    }
    let head = bytes.prefix(count ?? 0)
    guard let format = PhotoFormat(head: head, of: file, size: size) else { return nil }
    self.format = format
    isCollage = OutputFormat(format) != nil && RecipeRecord.isMarked(head)
  }

  /// Nil if the file is no photo, or can't be read.
  package init?(of file: borrowing PhotoFile) {
    self.init(of: file.descriptor, size: file.identity.size)
  }
}
