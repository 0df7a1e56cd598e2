internal import CSandbox
internal import CSandboxedCodecs
internal import Imaging

/// What a worker is to decode or to draw: one picture of a known size.
struct DecodeRequest: Hashable, Sendable {
  let codec: SandboxedCodec
  /// What the codec needs to know beside the size, as the worker reads it: CSandboxedWebP.h,
  /// CSandboxedHEIF.h and CSandboxedText.h say how.
  let parameters: [UInt8]
  /// The delivered picture's; each side above 0.
  private(set) var size: PixelSize
  /// Bits a sample: 8 or 16.
  let depth: Int
  /// What the decoder may use beside the file and the delivered pixels, in bytes.
  let decoderBytes: Int
  /// Seconds of processor time after which the worker is ended.
  let seconds: Int
  /// Whether the worker must have every protection; else it does with those that the system has.
  var requiresProtections = false

  /// For starting, and for the smallest picture; one more for each megapixel.
  private static let leastSeconds = 4
  private static let mostSeconds = 600

  /// - Parameters:
  ///   - codedPixels: of pictures that are decoded one after the other, where there are others than
  ///     the delivered one.
  ///   - seconds: by default some times what a slow computer needs to decode and deliver it, at
  ///     most 600.
  init(
    _ codec: SandboxedCodec, _ parameters: [UInt8], _ size: PixelSize, depth: Int,
    decoderBytes: Int, codedPixels: Int = 0, seconds: Int? = nil
  ) {
    precondition(size.width > 0 && size.height > 0 && (depth == 8 || depth == 16))
    self.codec = codec
    self.parameters = parameters
    self.size = size
    self.depth = depth
    self.decoderBytes = decoderBytes
    let megapixels = max(size.pixels, codedPixels) / 1_000_000
    self.seconds = seconds ?? min(Self.leastSeconds + megapixels, Self.mostSeconds)
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

  /// The same, which needs every protection if the limits say so.
  func requiringProtections(of limits: DecodeLimits) -> DecodeRequest {
    var request = self
    request.requiresProtections = limits.requiresProtections
    return request
  }

  var code: csandbox_request {
    var request = csandbox_request()
    request.task = .decode
    request.codec = codec.index
    request.width = UInt32(size.width)
    request.height = UInt32(size.height)
    request.depth = UInt32(depth)
    request.memory_bytes = UInt64(decoderBytes)
    request.processor_seconds = UInt32(seconds)
    request.parameter_bytes = UInt64(parameters.count)
    request.required_protections = requiresProtections ? UInt32(CSANDBOX_ALL_PROTECTIONS) : 0
    return request
  }
}

extension [UInt8] {
  /// The bytes of a C structure, which has no padding.
  init(bytesOf structure: some BitwiseCopyable) {
    self = unsafe Swift.withUnsafeBytes(of: structure) { unsafe Array($0) }
  }
}
