internal import CForeignPhotos

/// What a worker is to decode or to draw: one picture of a known size.
struct DecodeRequest: Hashable, Sendable {
  /// What a codec needs to know beside the size.
  enum Parameters: Hashable, Sendable {
    case webp(WebPParameters)
    case heif(HEIFParameters)
    /// As CForeignText.h says.
    case text([UInt8])
  }

  let parameters: Parameters
  /// The delivered picture's; each side above 0.
  private(set) var size: PixelSize
  /// Bits a sample: 8 or 16.
  let depth: Int
  /// What the decoder may use beside the file and the delivered pixels, in bytes.
  let decoderBytes: Int
  /// Seconds of processor time after which the worker is ended.
  let seconds: Int

  /// - Parameter seconds: by default some times what a slow computer needs to decode and deliver it, at most 600.
  init(_ parameters: Parameters, _ size: PixelSize, depth: Int, decoderBytes: Int, seconds: Int? = nil) {
    precondition(size.width > 0 && size.height > 0 && (depth == 8 || depth == 16))
    self.parameters = parameters
    self.size = size
    self.depth = depth
    self.decoderBytes = decoderBytes
    self.seconds = seconds ?? min(4 + max(size.pixels, parameters.codedPixels) / 1_000_000, 600)
  }

  var codec: ForeignCodec {
    switch parameters {
    case .webp: .webp
    case .heif: .heif
    case .text: .text
    }
  }

  /// Bytes of the delivered pixels, four samples each.
  var pixelBytes: Int { size.pixels * depth / 2 }

  /// What decoding may hold in memory, in bytes.
  var totalBytes: Int { pixelBytes + decoderBytes }

  /// The same for a delivered picture of another size, in the same time.
  func resized(to size: PixelSize) -> DecodeRequest {
    var request = self
    request.size = size
    return request
  }

  var code: cforeign_request {
    var request = cforeign_request()
    request.task = .decode
    request.codec = codec.code
    request.width = UInt32(size.width)
    request.height = UInt32(size.height)
    request.depth = UInt32(depth)
    request.memory_bytes = UInt64(decoderBytes)
    request.processor_seconds = UInt32(seconds)
    if case .webp(let parameters) = parameters { request.webp = parameters.code }
    request.parameter_bytes = UInt64(parameterBytes.count)
    return request
  }

  /// The parameters as the worker reads them.
  var parameterBytes: [UInt8] {
    switch parameters {
    case .webp: []
    case .heif(let parameters): parameters.bytes
    case .text(let bytes): bytes
    }
  }
}

extension DecodeRequest.Parameters {
  /// More pixels than this make no difference.
  private static let maxCodedPixels = 1 << 40

  /// Pixels of the pictures that are decoded one after the other; 0 where the delivered picture is all.
  fileprivate var codedPixels: Int {
    guard case .heif(let parameters) = self else { return 0 }
    // Each side is below 2^31, so the sum can't overflow.
    return parameters.layers.compactMap(\.picture).reduce(0) { min($0 + $1.size.pixels, Self.maxCodedPixels) }
  }
}
