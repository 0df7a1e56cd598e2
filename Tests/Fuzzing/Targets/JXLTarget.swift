@testable import Imaging
@testable import PhotoCodecs

/// The pieces of a JPEG XL lie in its file, and its header states what can be decoded. What a worker
/// would read, the profile and compressed metadata, is left out.
func checkJXL(_ bytes: [UInt8]) throws {
  guard let header = try jxlHeader(of: bytes) else { return }
  try expect(header.size.width > 0 && header.size.height > 0, "it has pixels: \(header.size)")
  try expect((1...64).contains(header.bits), "samples have bits: \(header.bits)")
  try expect(header.extraChannels.count <= 256, "it has few channels")
  if let peak = header.peak { try expect(peak > 0, "its peak is a luminance: \(peak)") }
  var metadata = PhotoMetadata()
  header.colours.set(&metadata)
  header.colours.delivered.set(&metadata)
}

/// The same as for other decoders, where no process is needed to read the header.
func checkJXLDecoder(_ bytes: [UInt8]) throws {
  guard let header = try jxlHeader(of: bytes), header.isXYB || !header.colours.hasProfile,
    bytes.firstRange(of: "brob".utf8) == nil
  else { return }
  try checkDecoder(bytes, of: [.jxl])
}

private func jxlHeader(of bytes: [UInt8]) throws -> JXLHeader? {
  guard JXLSignature.begins(bytes) else { return nil }
  let window = FileWindow(bytes)
  guard let container = try? JXLContainer(window) else { return nil }
  for piece in container.codestream {
    try expect(
      piece.lowerBound >= 0 && piece.upperBound <= bytes.count, "its pieces lie in the file")
  }
  return (try? container.beginning(of: window, limit: 1 << 12)).flatMap { try? JXLHeader($0) }
}
