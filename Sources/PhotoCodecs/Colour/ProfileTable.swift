internal import CPhotoCodecs
internal import Imaging
internal import ThreadPool

/// An ICC profile that only Little CMS can evaluate: for CMYK, or with tables instead of curves.
package final class ProfileTable: Sendable {
  private struct Target: Hashable {
    let space: ColourSpace
    let depth: SampleDepth
  }

  private let bytes: [UInt8]
  let channels: Int
  private let transforms = Locked<[Target: ProfileTransform]>([:])

  /// Nil if the profile can't be used.
  init?(_ bytes: [UInt8], channels: Int) {
    self.bytes = bytes
    self.channels = channels
    guard transform(to: .sRGB, depth: .eight) != nil else { return nil }
  }

  /// The transform, built on first use, then shared. Nil if it can't be built, which only happens
  /// if memory runs out.
  func transform(to space: ColourSpace, depth: SampleDepth) -> ProfileTransform? {
    transforms.withLock { transforms in
      let target = Target(space: space, depth: depth)
      if let transform = transforms[target] { return transform }
      let transform = ProfileTransform(
        from: bytes, channels: channels, to: space.profile, depth: depth)
      transforms[target] = transform
      return transform
    }
  }
}

extension ProfileTable: Hashable {
  package static func == (left: ProfileTable, right: ProfileTable) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A Little CMS transform from a profile's samples to a collage's: relative colorimetric with black
/// point compensation.
///
/// Safe, because nobody else has the handle, and `words` and the row have four samples a pixel.
@safe final class ProfileTransform: SampleTransform, @unchecked Sendable {
  private let handle: OpaquePointer
  private let depth: SampleDepth
  private let hasAlpha: Bool

  init?(from source: [UInt8], channels: Int, to target: [UInt8], depth: SampleDepth) {
    guard
      let handle = unsafe ccolour_transform_create(
        source, source.count, target, target.count, depth == .eight ? 8 : 16)
    else { return nil }
    unsafe self.handle = handle
    self.depth = depth
    hasAlpha = channels != 4
  }

  deinit { unsafe ccolour_transform_destroy(handle) }

  func apply(_ row: UnsafeRawPointer, to words: inout [UInt16]) {
    let count = words.count / 4
    unsafe ccolour_transform_apply(handle, row, &words, count)
    switch depth {
    case _ where !hasAlpha:
      for pixel in 0..<count { words[pixel * 4 + 3] = 65_535 }
    case .eight:
      let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
      for pixel in 0..<count { words[pixel * 4 + 3] = unsafe UInt16(samples[pixel * 4 + 3]) * 257 }
    case .sixteen:
      let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
      for pixel in 0..<count { words[pixel * 4 + 3] = unsafe samples[pixel * 4 + 3] }
    }
  }
}
