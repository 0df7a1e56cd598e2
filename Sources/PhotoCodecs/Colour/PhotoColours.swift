package import Imaging

/// How a photo's samples map to colours.
package enum PhotoColours: Hashable, Sendable {
  case rgb(RGBSpace)
  /// High dynamic range: brighter than standard (SDR) white.
  case highDynamicRange(HDRSpace)
  /// By the lookup tables of an ICC profile.
  case table(ProfileTable)

  package static let sRGB = PhotoColours.rgb(.sRGB)
}
