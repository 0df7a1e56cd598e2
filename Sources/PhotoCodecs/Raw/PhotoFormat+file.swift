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
    guard let format = PhotoFormat(firstBytes: signature.prefix(count ?? 0)) else { return nil }
    self = format == .raw && !RawFile.isRaw(file, size: size) ? .tiff : format
  }
}
