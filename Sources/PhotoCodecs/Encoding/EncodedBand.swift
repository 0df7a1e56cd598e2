internal import CPhotoCodecs

/// Some rows of a picture, encoded independently of the others.
struct EncodedBand: Sendable {
  let bytes: [UInt8]
  /// A JPEG's last MCU in the band, encoded as a picture of its own; empty for other formats.
  var lastMCU: [UInt8] = []
  /// Of the deflated data; of no data for a JPEG, which has no checksum.
  var checksum = Adler32()
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

  /// Extends the checksum by that of the bytes that follow.
  mutating func append(_ next: Adler32) {
    value = cphoto_adler32_join(value, next.value, next.count)
    count += next.count
  }
}
