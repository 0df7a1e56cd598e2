import CDecoding
import CSandbox
import CSandboxedCodecs
import Glibc

@testable import Imaging
@testable import PhotoCodecs

/// A worker that decodes a photo keeps to its buffers, its reply is one that the parent takes, and
/// an opaque photo has no transparent pixel. The libraries are not built to be fuzzed: only our
/// code leads to new inputs.
///
/// - Parameter formats: others are left to their own targets.
func checkDecoder(_ bytes: [UInt8], of formats: Set<PhotoFormat>) throws {
  guard let format = try? PhotoFormat.recognise(Array(bytes.prefix(PhotoFormat.signatureLength))),
    formats.contains(format)
  else { return }
  try withPhoto(bytes) { file throws(BrokenPromise) in
    guard
      let header = try? PhotoHeader(of: file, limits: DecodeLimits(pixels: DecodedPhoto.maxPixels)),
      let request = header.request, request.isSmall
    else { return }
    if format == .heic || format == .avif, let heif = try? HEIFFile(file) {
      try checkHEIFSize(bytes, heif.meta, header.size)
    }
    guard let photo = DecodedPhoto(request, bytes) else {
      throw BrokenPromise(description: "one of the codecs decodes it")
    }
    try photo.check(header, request)
    // A picture of another size, which only WebPs have.
    guard header.isReducible, request.size.width > 1, request.size.height > 1 else { return }
    let half = request.resized(
      to: PixelSize(width: request.size.width / 2, height: request.size.height / 2))
    try DecodedPhoto(half, bytes)?.check(header, half)
  }
}

/// The size that libheif gives for the picture is ours, where it isn't derived from others or
/// transformed: then libheif believes what the file states of the result, and the order of
/// properties matters. Of two sizes of one item, which the standard forbids, libheif takes the last
/// and we the first.
private func checkHEIFSize(_ bytes: [UInt8], _ meta: HEIFMeta, _ size: PixelSize)
  throws(BrokenPromise)
{
  let bytes = withoutOtherMetas(bytes, than: meta)
  var (width, height): (UInt32, UInt32) = (0, 0)
  guard unsafe cdecoding_heif_size(bytes, bytes.count, &width, &height) else { return }
  let other = PixelSize(width: Int(width), height: Int(height))
  guard other != size, other != meta.lastSize else { return }
  for type in ["grid", "iovl", "iden", "irot", "imir", "clap"]
  where bytes.firstRange(of: type.utf8) != nil { return }
  throw BrokenPromise(description: "libheif gives it \(other), ours is \(size)")
}

/// A HEIF file whose first "meta" box is its only one: of two, which the standard forbids, libheif
/// takes the last.
private func withoutOtherMetas(_ bytes: [UInt8], than first: HEIFMeta) -> [UInt8] {
  var bytes = bytes
  for range in bytes[(first.offset + first.bytes.count)...].ranges(of: "meta".utf8) {
    bytes.replaceSubrange(range, with: "free".utf8)
  }
  return bytes
}

extension HEIFMeta {
  /// The last of the sizes of the item to show, before all transforms.
  fileprivate var lastSize: PixelSize? {
    guard var item = items[primary] else { return nil }
    item.properties.reverse()
    return try? properties(of: item).size
  }
}

extension DecodeRequest {
  /// Whether its pictures are small, too, so that a run stays short.
  fileprivate var isSmall: Bool {
    guard codec == .heif else { return true }
    let layers = unsafe parameters.withUnsafeBytes { bytes in
      let count = unsafe bytes.load(as: csandboxed_heif_request.self).layer_count
      return (0..<Int(count)).map { index in
        let offset =
          MemoryLayout<csandboxed_heif_request>.size + index
          * MemoryLayout<csandboxed_heif_layer>.stride
        return unsafe bytes.load(fromByteOffset: offset, as: csandboxed_heif_layer.self)
      }
    }
    return layers.count { $0.kind != .fill } <= 16
      && layers.allSatisfy { Int($0.coded_width) * Int($0.coded_height) <= DecodedPhoto.maxPixels }
  }
}

/// What a worker delivers.
private struct DecodedPhoto {
  static let maxPixels = 1 << 16

  let reply: csandbox_reply
  let pixels: [UInt8]

  /// Nil if the codec doesn't know the request.
  init?(_ request: DecodeRequest, _ photo: [UInt8]) {
    var code = request.code
    var (reply, count) = (csandbox_reply(), 0)
    guard
      let start = unsafe cdecoding_decode(
        &code, photo, photo.count, request.parameters, &reply, &count)
    else {
      return nil
    }
    defer { unsafe free(start) }
    self.reply = reply
    pixels = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  func check(_ header: PhotoHeader, _ request: DecodeRequest) throws(BrokenPromise) {
    switch reply.status {
    case .done:
      try expect(
        Int(reply.width) == request.size.width && Int(reply.height) == request.size.height
          && Int(reply.depth) == request.depth && pixels.count == request.pixelBytes,
        "it delivers what was requested")
      try expect(reply.loses_pixels <= 1, "pixels are lost or not: \(reply.loses_pixels)")
      if header.isOpaque && reply.loses_pixels == 0 { try checkOpaque(request) }
    case .damaged, .unsupported, .outOfMemory:
      let message = reply.text
      try expect(!message.isEmpty || reply.status == .outOfMemory, "it says why: \(reply.status)")
      let contradicts = ["its structure is inconsistent", "inconsistent sizes"].contains(message)
      try expect(!contradicts, "the worker takes what the parent has checked: \(message)")
    case .libraryMissing, .libraryUnusable, .notBuilt: break
    default:
      throw BrokenPromise(description: "a status that a decoder doesn't reply: \(reply.status)")
    }
  }

  private func checkOpaque(_ request: DecodeRequest) throws(BrokenPromise) {
    let sample = request.depth / 8
    for alpha in stride(from: 3 * sample, to: pixels.count, by: 4 * sample) {
      try expect(
        pixels[alpha..<alpha + sample].allSatisfy { $0 == 0xFF },
        "an opaque photo has no transparent pixel")
    }
  }
}
