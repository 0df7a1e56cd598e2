internal import CPhotoCodecs
internal import Imaging
internal import ThreadPool

/// A parsed ICC profile: the colours it describes, and the kind of photo it applies to.
struct ColourProfile: Sendable {
  let colours: PhotoColours
  /// 1 for grey photos, 3 for RGB, 4 for CMYK.
  let channels: Int

  /// The maximum accepted size of a profile in bytes: what a JPEG can carry.
  static let maxBytes = 255 * 65_519

  /// Parses each distinct profile once; the result is shared by all photos and threads. Nil if the
  /// profile is broken or of a class that doesn't apply to photos.
  static func profile(_ bytes: [UInt8]) -> ColourProfile? {
    if bytes == ColourSpace.sRGB.profile { return ColourProfile(colours: .sRGB, channels: 3) }
    let known = known.withLock { known in
      if let profile = known.profiles[bytes] { return profile }
      // Real sets of photos never have this many; the limit keeps a batch of hostile files from
      // filling the memory.
      if known.bytes + bytes.count > maxRecognisedBytes { known = Known() }
      let profile = KnownProfile()
      known.profiles[bytes] = profile
      known.bytes += bytes.count
      return profile
    }
    return known.parsed(bytes)
  }

  private struct Known {
    var profiles: [[UInt8]: KnownProfile] = [:]
    /// The total size of all cached profiles, in bytes.
    var bytes = 0
  }

  private static let maxRecognisedBytes = 16 << 20
  private static let known = Locked(Known())

  private init(colours: PhotoColours, channels: Int) {
    self.colours = colours
    self.channels = channels
  }

  /// Parses a profile without looking for it in the cache or adding it.
  init?(_ bytes: [UInt8]) {
    guard let handle = ProfileHandle(bytes) else { return nil }
    let info = handle.info
    guard info.channels > 0 else { return nil }
    channels = Int(info.channels)
    if info.curves_only {
      guard let space = RGBSpace(handle, channels: channels) else { return nil }
      colours = .rgb(space.simplified)
    } else {
      guard let table = ProfileTable(bytes, channels: channels) else { return nil }
      colours = .table(table)
    }
  }
}

/// A cached profile, parsed on first use. Little CMS parses it under a lock of its own, so that
/// only threads which need the same profile wait for it.
private final class KnownProfile: Sendable {
  private let profile = Locked<ColourProfile?>(nil)

  func parsed(_ bytes: [UInt8]) -> ColourProfile? {
    profile.withLock { profile in
      if profile == nil { profile = ColourProfile(bytes) }
      return profile
    }
  }
}

extension RGBSpace {
  /// The space that a profile's curves and colourants define; nil if they don't span a colour
  /// space.
  fileprivate init?(_ handle: ProfileHandle, channels: Int) {
    let count = channels == 1 ? 1 : 3
    let colourants = channels == 1 ? nil : (0..<3).map { handle.colourant($0) }
    let toXYZ = colourants.map { Matrix3($0[0], $0[1], $0[2]) } ?? RGBSpace.sRGB.toXYZ
    guard toXYZ.inverse != nil else { return nil }
    // Black point compensation: the profile's black becomes black, and white is kept.
    let darkest = (0..<count).map { Double(handle.linearValues($0, .eight)[0]) }
    let black =
      channels == 1 ? darkest[0] : (0..<3).reduce(0) { $0 + darkest[$1] * toXYZ.columns[$1].y }
    guard black.isFinite, black < 0.5 else { return nil }
    let (shift, scale) = (Float(max(black, 0)), Float(1 / (1 - max(black, 0))))
    let curves = (0..<count).map { channel in
      TransferCurve.sampled(
        SampledCurve { depth in
          // Values above white, and NaN, come from malformed profiles: they become white and black.
          handle.linearValues(channel, depth).map { $0 > shift ? min(($0 - shift) * scale, 1) : 0 }
        })
    }
    self.init(curves: channels == 1 ? [curves[0], curves[0], curves[0]] : curves, toXYZ: toXYZ)
  }
}

/// An open profile of Little CMS.
///
/// Safe, because nobody else has the handle, and it is used only under the lock.
@safe private final class ProfileHandle: @unchecked Sendable {
  private let handle: OpaquePointer
  /// Little CMS reads a profile's tags on demand, and curves are sampled on any thread. So each
  /// access takes this lock.
  private let lock = Locked(())

  init?(_ bytes: [UInt8]) {
    guard let handle = unsafe ccolour_profile_open(bytes, bytes.count) else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe ccolour_profile_close(handle) }

  var info: CColourProfileInfo { lock.withLock { _ in unsafe ccolour_profile_info(handle) } }

  func linearValues(_ channel: Int, _ depth: SampleDepth) -> [Float] {
    var linearValues = [Float](repeating: 0, count: depth.maxValue + 1)
    lock.withLock { _ in
      _ = unsafe ccolour_profile_curve(handle, Int32(channel), &linearValues, linearValues.count)
    }
    return linearValues
  }

  func colourant(_ channel: Int) -> SIMD3<Double> {
    var xyz = [0.0, 0, 0]
    lock.withLock { _ in _ = unsafe ccolour_profile_colourant(handle, Int32(channel), &xyz) }
    return SIMD3(xyz[0], xyz[1], xyz[2])
  }
}
