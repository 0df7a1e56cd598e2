internal import CPhotoCodecs

/// Some rows of a picture, encoded independently of the others.
struct EncodedBand: Sendable {
  let bytes: [UInt8]
  /// The last MCU of a JPEG band, encoded as a picture of its own; empty for other formats.
  var lastMCU: [UInt8] = []
  /// The alpha of a picture that a worker coded, where it is a picture of its own; else empty.
  var alpha: [UInt8] = []
  /// What encoded it in a worker, with its version; empty for what this process encodes.
  var library = ""
  /// The checksum of the data before it is deflated, for a PNG; a JPEG has none.
  var checksum = Adler32()
}

extension EncodedBand {
  /// The only band of a picture that a worker coded.
  init(_ result: EncodeRequest.Result) {
    self.init(bytes: result.colours, alpha: result.alpha, library: result.library)
  }
}

/// zlib's Adler-32 checksum.
struct Adler32 {
  private(set) var value: UInt32 = 1
  private var count: UInt64 = 0

  /// The checksum of no bytes.
  init() {}

  init(_ value: UInt32, ofBytes count: UInt64) {
    self.value = value
    self.count = count
  }

  /// Makes it the checksum of its own bytes followed by those of `next`.
  mutating func append(_ next: Adler32) {
    value = cphoto_adler32_join(value, next.value, next.count)
    count += next.count
  }
}
