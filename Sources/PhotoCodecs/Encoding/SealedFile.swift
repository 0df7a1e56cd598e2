/// A collage's file, which ends with its `FileSeal`.
final class SealedFile: EncodedFile {
  private let file: any EncodedFile
  private let format: OutputFormat
  /// Of all bytes so far.
  private(set) var hash = SHA256()

  init(_ file: any EncodedFile, _ format: OutputFormat) {
    self.file = file
    self.format = format
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    var bytes = try file.bytes(with: bands, areLast: areLast)
    if areLast { bytes.removeLast(FileSeal.endMarker(format).count) }
    hash.update(bytes)
    guard areLast else { return bytes }
    let end = FileSeal.end(format, sealing: hash)
    hash.update(end)
    return bytes + end
  }
}
