/// A collage's file, which has its `FileSeal` at its end.
final class SealedFile: EncodedFile {
  private let file: any EncodedFile
  private let format: OutputFormat
  /// Of all bytes so far.
  private(set) var hash = SHA256()
  private var count = 0

  init(_ file: any EncodedFile, _ format: OutputFormat) {
    self.file = file
    self.format = format
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    let bytes = try file.bytes(with: bands, areLast: areLast)
    if areLast { return FileSeal.sealed(bytes, at: count, format, &hash) }
    hash.update(bytes)
    count += bytes.count
    return bytes
  }
}
