package import Imaging

/// A part of a photo that a crop should keep.
package struct PhotoRegion: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case face
    /// Whatever the camera was pointed at.
    case subject
  }

  package enum Source: String, Hashable, Sendable {
    /// Stated in the photo's file.
    case declared
    /// Found by `FaceDetector`.
    case found
  }

  package let kind: Kind
  package let source: Source
  /// In shares of the photo's width and height, from 0 to 1.
  package let area: Region

  package init(_ kind: Kind, _ source: Source, _ area: Region) {
    self.kind = kind
    self.source = source
    self.area = area
  }

  /// The region in shares of a part of the picture; nil where less than half of it lies there.
  func inside(_ part: PixelRect, of whole: PixelSize) -> PhotoRegion? {
    let (width, height) = (Double(whole.width), Double(whole.height))
    let pixels = area.scaled(across: width, down: height)
    let shown = Region(of: part)
    guard pixels.sharedArea(shown) * 2 >= pixels.width * pixels.height else { return nil }
    let left = max(pixels.x, shown.x)
    let top = max(pixels.y, shown.y)
    let right = min(pixels.x + pixels.width, shown.x + shown.width)
    let bottom = min(pixels.y + pixels.height, shown.y + shown.height)
    return PhotoRegion(
      kind, source,
      Region(
        x: (left - shown.x) / shown.width, y: (top - shown.y) / shown.height,
        width: (right - left) / shown.width, height: (bottom - top) / shown.height))
  }

  /// A region that a file declares; nil if it is useless: without an area, outside the photo, or
  /// all of it.
  ///
  /// - Parameter middle: the region's centre. Like the width and height, it is in shares of the
  ///   photo.
  init?(declared kind: Kind, middle: (x: Double, y: Double), width: Double, height: Double) {
    let all = 0.0...1.0
    guard all.contains(middle.x), all.contains(middle.y), width > 0, height > 0, width < 1,
      height < 1
    else {
      return nil
    }
    let (left, top) = (max(middle.x - width / 2, 0), max(middle.y - height / 2, 0))
    self.init(
      kind, .declared,
      Region(
        x: left, y: top, width: min(middle.x + width / 2, 1) - left,
        height: min(middle.y + height / 2, 1) - top))
  }

  /// The same region in the stored picture, of a photo that `orientation` makes upright.
  func stored(_ orientation: Orientation) -> PhotoRegion {
    PhotoRegion(kind, source, orientation.stored(area, upright: PixelSize(width: 1, height: 1)))
  }
}

extension PhotoMetadata {
  /// The regions that the file declares in the stored picture: faces in XMP, else a subject in XMP
  /// or EXIF; empty if there are none.
  ///
  /// - Parameters:
  ///   - stored: the size of the stored picture.
  ///   - orientation: makes it upright.
  func regions(of stored: PixelSize, _ orientation: Orientation) -> [PhotoRegion] {
    let regions = xmp.map { XMPRegions($0).regions(of: stored, orientation) } ?? []
    let faces = regions.filter { $0.kind == .face }
    if !faces.isEmpty { return faces }
    return regions.isEmpty ? exifFields?.subject(of: stored).map { [$0] } ?? [] : regions
  }
}

extension PixelSize {
  /// Whether a picture of another size may be this one, enlarged or reduced: the ratios are the
  /// same.
  func hasRatio(of width: Double, _ height: Double) -> Bool {
    guard width > 0, height > 0 else { return false }
    let ratio = width / height * Double(self.height) / Double(self.width)
    return (0.98...1.02).contains(ratio)
  }
}
