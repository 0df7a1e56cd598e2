internal import Imaging

/// The values of a gain map while it is decoded.
struct GainMapValues {
  private let size: PixelSize
  private let channels: Int
  private var bytes: [UInt8]
  /// Whether all channels of each pixel have been the same so far.
  private var isGrey = true

  /// - Parameter channels: 1, of which the first counts, or 3.
  init(_ size: PixelSize, channels: Int) {
    self.size = size
    self.channels = channels
    bytes = [UInt8](repeating: 0, count: channels * size.pixels)
  }

  @inline(__always) mutating func set(
    _ x: Int, _ y: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8
  ) {
    let start = channels * (y * size.width + x)
    bytes[start] = red
    guard channels == 3 else { return }
    bytes[start + 1] = green
    bytes[start + 2] = blue
    if red != green || red != blue { isGrey = false }
  }

  /// Sets a row of a map with one channel.
  ///
  /// - Parameter samples: one for each pixel.
  mutating func set(greyRow y: Int, _ samples: UnsafePointer<UInt8>) {
    precondition(channels == 1 && (0..<size.height).contains(y))
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe (start + y * size.width).update(from: samples, count: size.width)
    }
  }

  /// Sets a row.
  ///
  /// - Parameter samples: four for each pixel.
  mutating func set(row y: Int, _ samples: UnsafePointer<UInt8>) {
    guard channels == 1 else {
      for x in 0..<size.width {
        unsafe set(x, y, samples[4 * x], samples[4 * x + 1], samples[4 * x + 2])
      }
      return
    }
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      for x in 0..<size.width { unsafe bytes[y * size.width + x] = samples[4 * x] }
    }
  }

  /// The whole map. Of one whose channels are all the same, one is left: some cameras write grey
  /// maps in colour.
  func picture(_ metadata: GainMapMetadata) -> GainMapPicture {
    guard channels == 3, isGrey, metadata.isSameInAllChannels else {
      return GainMapPicture(metadata: metadata, size: size, channels: channels, values: bytes)
    }
    let values = stride(from: 0, to: bytes.count, by: channels).map { bytes[$0] }
    return GainMapPicture(metadata: metadata, size: size, channels: 1, values: values)
  }
}

extension GainMapMetadata {
  /// Whether equal values of all channels mean equal gains.
  fileprivate var isSameInAllChannels: Bool {
    switch curve {
    case .apple: true
    case .logarithmic(let min, let max, let gamma, let offsetSDR, let offsetHDR):
      [min, max, gamma, offsetSDR, offsetHDR].allSatisfy { $0 == SIMD3(repeating: $0[0]) }
    }
  }
}
