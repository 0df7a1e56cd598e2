package import Imaging

/// What is measured in a photo to tell which photos show the same, and which of them is the best.
///
/// All in whole numbers, and the same on every processor.
package struct PhotoTraits: Hashable, Sendable {
  /// A face that was found, from forehead to chin.
  package struct Face: Hashable, Sendable {
    /// Whether the photo's edge doesn't cut it.
    package let isWhole: Bool
    /// As `PhotoTraits.sharpness`, at the largest size; nil if the face is too small to tell.
    package let sharpness: Int?
    /// How large it is, in ten thousandths of the photo's area.
    package let area: Int
    /// What it looks like; nil if it is too small to tell.
    package let look: FaceLook?
  }

  /// The longer sides, in pixels, at which sharpness is measured. A photo with fewer pixels isn't
  /// measured at the larger ones. The second is for large photos: a JPEG of 12 megapixels has 500
  /// pixels at an eighth of its size, which takes a third less time to decode than more.
  static let scales = [720, 480, 360, 180]

  /// Upright, in pixels.
  package let size: PixelSize
  /// The part of it inside a frame that somebody put around it, to which all that is measured
  /// relates; as large as the whole if there is none.
  package let content: PixelSize
  /// Whether it has metadata as cameras write them, which copies often have lost.
  package let isFromCamera: Bool
  package let view: KeptGreys
  /// What is written on it; nil for all but pages and screenshots.
  package let page: WrittenPage?
  package let exposure: Exposure
  /// As `Raster.colourVariety`.
  package let colours: Int
  /// By `EdgeSharpness`, in thousandths; for each of the scales, nil where the photo has fewer
  /// pixels.
  package let sharpness: [Int?]
  package let faces: [Face]

  /// What it shows.
  var greys: GreyGrid { view.grid }

  /// Whether there is a frame around it.
  var isFramed: Bool { content != size }

  /// The sharpness at the largest scale that it has; 0 for a photo that is smaller than all.
  var bestSharpness: Int { sharpness.lazy.compactMap(\.self).first ?? 0 }

  /// The index of that scale.
  var scale: Int { sharpness.firstIndex { $0 != nil } ?? Self.scales.count }

  /// How many of the faces are whole.
  var wholeFaces: Int { faces.count(where: \.isWhole) }

  /// The mean sharpness of the faces; nil if there are none that can be measured.
  var faceSharpness: Int? {
    let known = faces.compactMap(\.sharpness)
    return known.isEmpty ? nil : known.reduce(0, +) / known.count
  }
}
