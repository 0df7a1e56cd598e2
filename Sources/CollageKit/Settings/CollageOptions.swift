package import PhotoCodecs

/// Everything that a user can choose about a collage, grouped by what it decides. What it can be set to, and by what name, is
/// in the table `Setting.all`.
package struct CollageOptions: Hashable, Sendable {
  package var rules = SelectionRules()
  package var layout = LayoutOptions()
  package var decoration = DecorationOptions()
  /// In the photos' order; photos beyond its end have the defaults.
  package var photos: [PhotoOptions] = []
  package var colour = ColourOptions()
  package var encoding = EncodingOptions()
  package var decoding = DecodingOptions()

  package init() {}

  /// A copy with another value in one place.
  package func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var options = self
    options[keyPath: path] = value
    return options
  }

  /// The options of the photo at a place, from 0.
  package subscript(photo place: Int) -> PhotoOptions {
    get { photos.indices.contains(place) ? photos[place] : PhotoOptions() }
    set {
      while photos.count <= place { photos.append(PhotoOptions()) }
      photos[place] = newValue
    }
  }
}

/// Where photos go, and on what canvas.
package struct LayoutOptions: Hashable, Sendable {
  /// As the layout needs it, by default.
  package var canvas = Canvas.auto
  /// The longer side of a canvas that is `auto`, in pixels; 2400 by default.
  package var longSide = 2400
  package var style = LayoutStyle.mosaic
  package var order = PhotoOrder.kept
  /// Which of the possible layouts, from 1 for the best.
  package var pick = 1
  /// A layout that is given instead of a style; nil for none.
  package var tree: SlicingTree?
  /// Between photos.
  package var gap = Length.zero
  /// Around all of them.
  package var margin = Length.zero

  package init() {}

  /// "auto", "auto, 1200 pixels long", or the size in pixels.
  package var canvasText: String {
    canvas.size?.description ?? (longSide == LayoutOptions().longSide ? "auto" : "auto, \(longSide) pixels long")
  }

  /// "mosaic", or "file" for a layout that was given.
  package var name: String { tree == nil ? style.rawValue : "file" }
}

/// What is drawn around and under the photos.
package struct DecorationOptions: Hashable, Sendable {
  /// Between photos and through transparent ones; white by default.
  package var background = Background.white
  /// Of each photo.
  package var cornerRadius = Length.zero
  /// Around each photo, outside of its frame; nil for none.
  package var border: Outline?
  /// Of each photo with its border; its width is how soft it is. Nil for none.
  package var shadow: Outline?

  package init() {}
}

/// How one photo is treated.
package struct PhotoOptions: Hashable, Sendable {
  /// What a crop keeps as near to the frame's middle as it can; nil for the photo's own middle.
  package var focus: FocusPoint?
  /// The area that the photo should have, compared with the others'; 0.01 to 100, 1 by default.
  package var weight = 1.0
  /// Whether nothing of the photo may be cropped.
  package var keepsWhole = false

  package init() {}
}

/// The colours of the collage, and how exactly photos are reduced.
package struct ColourOptions: Hashable, Sendable {
  /// sRGB by default.
  package var space = ColourSpace.sRGB
  /// Whether JPEGs are decoded whole and reduced in linear light only.
  package var isExact = false

  package init() {}

  package var fidelity: Fidelity { isExact ? .exact : .standard }
}

/// How the collage is encoded.
package struct EncodingOptions: Hashable, Sendable {
  /// Nil for what the output's name says, else JPEG.
  package var format: PhotoFormat?
  /// Of a JPEG; 90 by default.
  package var quality = Quality.default
  /// Of a PNG; 4 by default.
  package var compression = Compression.default

  package init() {}
}

/// Which photos are taken.
package struct DecodingOptions: Hashable, Sendable {
  /// Whether photos that lost pixels are taken, with a warning.
  package var allowsDamage = false
  package var limits = DecodeLimits()

  package init() {}
}
