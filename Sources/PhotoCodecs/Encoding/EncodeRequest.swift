internal import CSandbox
internal import CSandboxedCodecs
internal import Glibc
internal import Imaging

/// A picture that a worker is to encode.
struct EncodeRequest {
  let raster: Raster
  let hasAlpha: Bool
  let format: WorkerFormat
  let coding: PictureCoding

  /// What a worker has encoded.
  struct Result {
    /// For a format that codes alpha as a picture of its own, only the colours.
    let colours: [UInt8]
    /// Empty where there is none, or where `colours` has it.
    let alpha: [UInt8]
  }

  private static let bufferWidth = 4096
  /// For starting, and for each megapixel: some times what a slow computer needs.
  private static let leastSeconds = 10
  private static let secondsPerMegapixel = 20
  private static let maxSeconds = 3600

  /// Has a worker encode it, and waits for that.
  ///
  /// Memory: a copy of the pixels, the coded bytes, and `format.encoderBytes(of:)`.
  ///
  /// - Throws: `encoderFailed`, `outOfMemory`.
  func encode() throws(CodecError) -> Result {
    let pixels = try PixelFile(raster)
    do throws(CodecError) {
      return try result(
        of: try SandboxWorker.decode(request, photo: pixels.descriptor), room: bufferSize.pixels * 4
      )
    } catch {
      throw error.ofEncoder
    }
  }

  /// Room for the numbers, and for more bytes than the pixels have.
  private var bufferSize: PixelSize {
    let bytes = MemoryLayout<csandboxed_encoded>.size + (1 << 20) + raster.size.pixels * 5
    let row = 4 * Self.bufferWidth
    return PixelSize(width: Self.bufferWidth, height: (bytes + row - 1) / row)
  }

  private var request: DecodeRequest {
    var parameters = csandboxed_encoding_request()
    parameters.width = UInt32(raster.size.width)
    parameters.height = UInt32(raster.size.height)
    parameters.has_alpha = hasAlpha ? 1 : 0
    parameters.is_lossless = coding == .lossless ? 1 : 0
    if case .lossy(let quality) = coding { parameters.quality = UInt32(quality.value) }
    parameters.colour_space = raster.colourSpace == .displayP3 ? .displayP3 : .SRGB
    let megapixels = raster.size.pixels / 1_000_000
    return DecodeRequest(
      format.codec, [UInt8](bytesOf: parameters), bufferSize, depth: 8,
      decoderBytes: format.encoderBytes(of: raster.size, coding),
      seconds: min(Self.leastSeconds + Self.secondsPerMegapixel * megapixels, Self.maxSeconds))
  }

  private func result(of buffer: DecodedPixels, room: Int) throws(CodecError) -> Result {
    let counts = unsafe buffer.pointer(at: 0).load(as: csandboxed_encoded.self)
    let start = MemoryLayout<csandboxed_encoded>.size
    let (colours, alpha) = (Int(clamping: counts.colour_bytes), Int(clamping: counts.alpha_bytes))
    guard colours > 0, colours < room - start, alpha < room - start - colours else {
      throw .decoderFailed(.wrongReply)
    }
    func bytes(_ offset: Int, _ count: Int) -> [UInt8] {
      unsafe Array(UnsafeRawBufferPointer(start: buffer.pointer(at: offset), count: count))
    }
    return Result(colours: bytes(start, colours), alpha: bytes(start + colours, alpha))
  }
}

/// A sealed file in memory with a raster's pixels. Closes its descriptor when it is destroyed.
private struct PixelFile: ~Copyable {
  let descriptor: Int32

  init(_ raster: Raster) throws(CodecError) {
    descriptor = unsafe csandbox_create_file(raster.pixels, Raster.bytes(of: raster.size))
    guard descriptor >= 0 else { throw CodecError(errno: errno) }
  }

  deinit { close(descriptor) }
}

extension CodecError {
  /// The same for an encoder: what a worker can't do is its fault, not a photo's.
  fileprivate var ofEncoder: CodecError {
    switch self {
    case .decoderFailed(let failure): .encoderFailed(failure)
    case .damaged(let reason, _), .unsupported(let reason): .encoderFailed(.refused(reason: reason))
    default: self
    }
  }
}
