internal import PhotoCodecs

/// What is wished for one photo of a collage.
package struct PhotoWish: Hashable, Sendable {
  /// What a crop keeps as near to the frame's middle as it can; nil for the photo's own middle.
  package var focus: FocusPoint?
  /// The area that the photo should have, compared with the others'; 1 by default.
  package var weight = 1.0
  /// Whether nothing of the photo may be cropped.
  package var staysWhole = false

  package init() {}

  /// Weights that can be asked for.
  package static let weights = 0.01...100.0
}

/// A point of a photo; both from 0 to 1, from its top left corner.
package struct FocusPoint: Hashable, Sendable {
  package let x: Double
  package let y: Double

  /// Nil when a part is not from 0 to 1.
  package init?(x: Double, y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.x = x
    self.y = y
  }
}

extension CollageStyle {
  /// What is wished for the photo at a place, from 0.
  package subscript(photo place: Int) -> PhotoWish {
    get { photos.indices.contains(place) ? photos[place] : PhotoWish() }
    set {
      while photos.count <= place { photos.append(PhotoWish()) }
      photos[place] = newValue
    }
  }
}

extension Region {
  /// The largest region of a photo that has the proportions of `frame`, with a point as near to its middle as can be; without
  /// a point the photo's middle.
  init(filling frame: PixelSize, from photo: PixelSize, around focus: FocusPoint?) {
    let centred = Region(filling: frame, from: photo)
    guard let focus else {
      self = centred
      return
    }
    func start(_ share: Double, _ shown: Double, of whole: Int) -> Double {
      min(max(share * Double(whole) - shown / 2, 0), Double(whole) - shown)
    }
    self.init(
      x: start(focus.x, centred.width, of: photo.width), y: start(focus.y, centred.height, of: photo.height),
      width: centred.width, height: centred.height)
  }
}
