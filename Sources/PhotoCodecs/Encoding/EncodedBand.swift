internal import CPhotoCodecs

/// Some rows of a picture, encoded by themselves.
struct EncodedBand: Sendable {
  let bytes: [UInt8]
  /// Of what was deflated; of nothing in a JPEG, which has no checksum.
  var checksum = Adler32()
}

/// zlib's checksum of some bytes.
struct Adler32 {
  private(set) var value: UInt32 = 1
  private var count: UInt64 = 0

  /// Of no bytes.
  init() {}

  init(_ value: UInt32, ofBytes count: UInt64) {
    self.value = value
    self.count = count
  }

  /// Makes it that of these bytes and of those that follow.
  mutating func append(_ next: Adler32) {
    value = cphoto_adler32_join(value, next.value, next.count)
    count += next.count
  }
}
