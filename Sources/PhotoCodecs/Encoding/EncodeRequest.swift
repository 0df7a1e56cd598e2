internal import CSandbox
internal import CSandboxedCodecs
internal import Glibc
internal import Imaging

/// A picture that a worker is to encode.
struct EncodeRequest {
  let picture: Picture
  let format: WorkerFormat
  let coding: PictureCoding

  /// What is encoded.
  enum Picture {
    case colours(Raster, hasAlpha: Bool)
    /// One byte for each pixel, row by row.
    case grey([UInt8], PixelSize)

    var size: PixelSize {
      switch self {
      case .colours(let raster, _): raster.size
      case .grey(_, let size): size
      }
    }
  }

  /// What a worker has encoded.
  struct Result {
    /// For a format that codes alpha as a picture of its own, only the colours.
    let colours: [UInt8]
    /// Empty where there is none, or where `colours` has it.
    let alpha: [UInt8]
    /// What encoded it, with its version: "libaom 3.6.0".
    let library: String
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
    let pixels = try PixelFile(picture)
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
    let bytes = MemoryLayout<csandboxed_encoded>.size + (1 << 20) + picture.size.pixels * 5
    let row = 4 * Self.bufferWidth
    return PixelSize(width: Self.bufferWidth, height: (bytes + row - 1) / row)
  }

  private var request: DecodeRequest {
    var parameters = csandboxed_encoding_request()
    let size = picture.size
    parameters.width = UInt32(size.width)
    parameters.height = UInt32(size.height)
    switch picture {
    case .colours(let raster, let hasAlpha):
      parameters.has_alpha = hasAlpha ? 1 : 0
      parameters.colour_space = raster.colourSpace == .displayP3 ? .displayP3 : .SRGB
    case .grey: parameters.is_grey = 1
    }
    parameters.is_lossless = coding == .lossless ? 1 : 0
    if case .lossy(let quality) = coding { parameters.quality = UInt32(quality.value) }
    let megapixels = size.pixels / 1_000_000
    return DecodeRequest(
      format.codec, [UInt8](bytesOf: parameters), bufferSize, depth: 8,
      decoderBytes: format.encoderBytes(of: size, coding),
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
    return Result(
      colours: bytes(start, colours), alpha: bytes(start + colours, alpha),
      library: buffer.library)
  }
}

/// A sealed file in memory with a picture's pixels. Closes its descriptor when it is destroyed.
private struct PixelFile: ~Copyable {
  let descriptor: Int32

  init(_ picture: EncodeRequest.Picture) throws(CodecError) {
    switch picture {
    case .colours(let raster, _):
      descriptor = unsafe csandbox_create_file(raster.pixels, Raster.bytes(of: raster.size))
    case .grey(let values, let size):
      precondition(values.count == size.pixels)
      descriptor = unsafe csandbox_create_file(values, values.count)
    }
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
