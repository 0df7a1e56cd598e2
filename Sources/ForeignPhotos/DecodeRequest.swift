internal import CForeignPhotos

/// What a worker is to decode: one picture of a known size.
package struct DecodeRequest: Hashable, Sendable {
  /// What a codec needs to know beside the size.
  package enum Parameters: Hashable, Sendable {
    case webp(WebPParameters)
    case heif(HEIFParameters)
  }

  package let parameters: Parameters
  /// Pixels a row of the delivered picture; above 0.
  package let width: Int
  /// Rows of the delivered picture; above 0.
  package let height: Int
  /// Bits a sample: 8 or 16.
  package let depth: Int
  /// What the decoder may use beside the file and the delivered pixels, in bytes.
  package let decoderBytes: Int
  /// Seconds of processor time after which the worker is ended.
  let seconds: Int

  /// - Parameter seconds: by default some times what a slow computer needs to decode and deliver it, at most 600.
  package init(
    _ parameters: Parameters, width: Int, height: Int, depth: Int, decoderBytes: Int, seconds: Int? = nil
  ) {
    precondition(width > 0 && height > 0 && (depth == 8 || depth == 16))
    self.parameters = parameters
    self.width = width
    self.height = height
    self.depth = depth
    self.decoderBytes = decoderBytes
    self.seconds = seconds ?? min(4 + max(width * height, parameters.codedPixels) / 1_000_000, 600)
  }

  package var codec: ForeignCodec {
    switch parameters {
    case .webp: .webp
    case .heif: .heif
    }
  }

  /// Bytes of the delivered pixels, four samples each.
  package var pixelBytes: Int { width * height * depth / 2 }

  /// What decoding may hold in memory, in bytes.
  package var totalBytes: Int { pixelBytes + decoderBytes }

  /// The same for a delivered picture of another size, in the same time.
  package func resized(width: Int, height: Int) -> DecodeRequest {
    DecodeRequest(
      parameters, width: width, height: height, depth: depth, decoderBytes: decoderBytes, seconds: seconds)
  }

  var code: cforeign_request {
    var request = cforeign_request()
    request.task = .decode
    request.codec = codec.code
    request.width = UInt32(width)
    request.height = UInt32(height)
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
    return parameters.layers.compactMap(\.picture).reduce(0) {
      min($0 + $1.size.width * $1.size.height, Self.maxCodedPixels)
    }
  }
}
