package import SystemPackage

extension PhotoFormat {
  /// The format of an open file; nil if it is none of these, or can't be read.
  ///
  /// - Parameter size: the file's, in bytes.
  /// - Cost: one short read; for a TIFF structure a read for each of its directories, some dozens
  ///   at most.
  package init?(of file: FileDescriptor, size: Int) {
    var signature = [UInt8](repeating: 0, count: Self.shortSignatureLength)
    let count = unsafe signature.withUnsafeMutableBytes {
      try? unsafe file.read(fromAbsoluteOffset: 0, into: $0)
    }
    self.init(head: signature.prefix(count ?? 0), of: file, size: size)
  }

  /// The format of an open file that begins with these bytes; nil if it is none of these.
  init?(head: ArraySlice<UInt8>, of file: FileDescriptor, size: Int) {
    guard let format = PhotoFormat(firstBytes: head) else { return nil }
    self = format == .raw && !RawFile.isRaw(file, size: size) ? .tiff : format
  }
}
