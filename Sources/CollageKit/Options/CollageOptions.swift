package import Imaging
package import PhotoCodecs
package import PhotoLayouts

/// Everything that a user can choose about a collage. Names and valid values are in the table
/// `Setting.all`.
package struct CollageOptions: Hashable, Sendable {
  @Indirect package var rules = SelectionRules()
  @Indirect package var layout = LayoutOptions()
  @Indirect package var decoration = DecorationOptions()
  @Indirect package var text = TextOptions()
  @Indirect package var print = PrintOptions()
  @Indirect package var pictures = PictureOptions()
  /// In the photos' order; photos beyond the end have the defaults.
  package var photos: [PhotoOptions] = []
  package var colour = ColourOptions()
  /// Whether photos' own plain bars (letterboxes, margins of scans and screenshots) are left out;
  /// false by default.
  package var trimsBars = false
  package var encoding = EncodingOptions()
  package var decoding = DecodingOptions()
  /// The look that was chosen last; what was chosen after it may differ. Nil for none.
  @Indirect package internal(set) var look: Look?
  /// What was asked for when the saved collage was made that these options were read from; nil if
  /// none was opened.
  @Indirect var opened: OpenedAnswers?
  /// How many lines the texts had in the saved collage that was opened; nil if none was.
  @Indirect var openedLines: OpenedLines?
  /// Who that collage knew to be in its photos; nil if none was opened, or it was laid out without
  /// knowing.
  @Indirect var recordedPeople: RecordedPeople?
  /// In which openings of its template that collage had its photos; nil if none was opened, or it
  /// has no template.
  @Indirect var recordedOpenings: RecordedOpenings?

  package init() {}

  /// A copy with one value changed.
  package func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var options = self
    options[keyPath: path] = value
    return options
  }

  /// The rules about the number of photos, as the template and the sheet change them.
  package var selectionRules: SelectionRules {
    var rules = rules
    rules.openings = pictures.template?.template.map {
      OpeningRule(sizes: $0.sizes, repeats: pictures.repeatsPhotos)
    }
    rules.takesSingle = print.sheet != nil
    return rules
  }

  /// The options of the photo at a place, from 0.
  package subscript(photo place: Int) -> PhotoOptions {
    get { photos.indices.contains(place) ? photos[place] : PhotoOptions() }
    set {
      while photos.count <= place { photos.append(PhotoOptions()) }
      photos[place] = newValue
    }
  }

  /// The area that the photo at a place, from 0, should have, relative to the others.
  package func weight(ofPhoto place: Int) -> Double {
    let own = self[photo: place].weight
    if own != PhotoOptions().weight { return own }
    if place == layout.leader, layout.lead != LayoutOptions().lead { return layout.lead }
    return layout.impliedWeights.indices.contains(place) ? layout.impliedWeights[place] : own
  }
}

/// The pictures above the photos.
package struct PictureOptions: Hashable, Sendable {
  /// Decides the canvas, the frames and the number of photos; nil for none.
  package var template: TemplateChoice?
  /// Whether parts of the template's openings get one photo; automatic by default.
  package var openings = OpeningPartRule.auto
  /// Whether the photos fill the template's openings again from the first one.
  package var repeatsPhotos = false
  /// Nil for none.
  package var overlay: OverlayChoice?
  /// Lies above all else; nil for none.
  package var code: CodeChoice?
}

/// What is drawn around and below the photos.
package struct DecorationOptions: Hashable, Sendable {
  /// Shown between photos and through transparent ones; white by default.
  package var background = Background.white
  /// The radius of each photo's corners; 0 by default.
  package var cornerRadius = Length.zero
  /// Around each photo, outside its frame; nil for none.
  package var border: Outline?
  /// The height of the border's lower side, if it is more than the border's width; 0 by default.
  package var borderBottom = Length.zero
  /// The shadow of each photo with its border; its width is the blur. Nil for none.
  package var shadow: Outline?
  /// A fine line where photos would melt into the background; automatic by default.
  package var hairline = HairlineRule.auto
  /// Whether there are holes along the canvas's longer edges, in the margin; false by default.
  package var isPerforated = false
}

/// The words on a collage, and how they look.
package struct TextOptions: Hashable, Sendable {
  /// Nil for none.
  package var title: String?
  package var titlePlace = TitlePlace.above
  /// A small line in the upper margin; nil for none.
  package var header: String?
  /// The same in the lower margin.
  package var footer: String?
  /// What captions say of photos that have none of their own; nil for nothing.
  package var captions: CaptionFormat?
  package var captionPlace = CaptionPlace.below
  /// Of months and days in dates; English by default.
  package var language = DateLanguage.english
  /// Whether the lines in the margins have names of months, which were put into them for one page.
  var namesMonthsInMargin = false
  /// Nil for DejaVu Sans.
  package var font: FontChoice?
  /// An em of captions; automatic by default.
  package var size = TextSize.automatic
  /// Nil for black or white, whatever is easier to read.
  package var colour: Colour?
  /// What the file says to people who don't see the collage.
  package var alt = AltChoice.layout
}

extension TextOptions {
  /// What a user should know if a date needs names of months or days that there aren't; nil if
  /// nothing is missing.
  var languageFault: String? {
    namesMonthsInMargin || captions?.namesMonths == true ? language.fault : nil
  }
}

/// Where a title stands.
package enum TitlePlace: String, Hashable, Sendable, CaseIterable {
  case above
  case below

  /// What people also call them.
  static let synonyms: [String: Self] = [
    "beneath": .below, "bottom": .below, "over": .above, "top": .above, "under": .below,
    "underneath": .below,
  ]
}

/// Where captions stand.
package enum CaptionPlace: String, Hashable, Sendable, CaseIterable {
  /// In a strip below the photo, which covers nothing.
  case below
  /// On the photo's lower edge.
  case inside
  /// In the lower side of the photo's border, which becomes as high as the longest caption needs;
  /// as `below` where there is no border.
  case border
}

/// How one photo is treated.
package struct PhotoOptions: Hashable, Sendable {
  /// How the photo is turned, after it was made upright as its file says. All else refers to the
  /// turned photo.
  package var turn = Turn.none
  /// The point that a crop keeps as close as it can to the frame's centre; nil for what the
  /// collage's focus says.
  package var focus: PhotoFocus?
  /// How many times as large as its frame needs the photo is shown, so that less of it is; in
  /// `zoomRange`, 1 by default.
  package var zoom = 1.0
  /// The area that the photo should have, relative to the others; 0.01 to 100, 1 by default.
  package var weight = 1.0
  /// Whether the photo must not be cropped; false by default.
  package var keepsWhole = false
  /// Nil for what `TextOptions.captions` says, empty for none.
  package var caption: String?
  /// What is said of the photo to people who don't see it; nil for what `TextOptions.alt` says,
  /// empty for nothing but its place.
  package var alt: String?

  package init() {}

  package static let zoomRange = 1.0...10.0

  /// The zoom that counts: a photo that must not be cropped has none.
  var shownZoom: Double { keepsWhole ? 1 : zoom }

  /// Turns the photo further. A focus stays where it is in the picture.
  package mutating func turnFurther(_ next: Turn) {
    turn = turn.followed(by: next)
    focus = focus?.turned(next)
  }
}

/// The colours of the collage, and how exactly photos are reduced.
package struct ColourOptions: Hashable, Sendable {
  /// sRGB by default.
  package var space = ColourSpace.sRGB
  /// Of the photos; none by default. Without colours there is no HDR either.
  package var tone = Tone.none
  /// Of the screen that will show the collage, whose colours are the only ones; any by default.
  package var palette = ScreenPalette.none
  /// Whether JPEGs are decoded whole and reduced in linear light only.
  package var isExact = false
  /// Whether JPEGs keep the HDR of photos, in a gain map; `auto` by default.
  package var hdr = HDRChoice.auto

  package var fidelity: Fidelity { isExact ? .exact : .standard }
}

/// Whether a collage keeps the HDR of its photos.
package enum HDRChoice: String, Hashable, Sendable, CaseIterable {
  /// Where photos have it and the format can.
  case auto
  case never
}

/// How the collage is encoded.
package struct EncodingOptions: Hashable, Sendable {
  /// Nil to follow the output's name, else JPEG.
  package var format: OutputFormat?
  /// Of a JPEG, also of that in a PDF, and of formats that are coded with loss; 90 by default.
  package var quality = Quality.default
  /// Of a PNG, and of the pixels of a lossless PDF; 4 by default.
  package var compression = Compression.default
  /// Whether a PDF holds deflated pixels instead of a JPEG, and a WebP or JPEG XL loses
  /// nothing.
  package var isLossless = false

  /// Whether it is `compression` that counts, not `quality`.
  var isDeflated: Bool { format == .png || format == .pdf && isLossless }

  /// Whether `quality` counts.
  var isLossy: Bool { format != .png && !(isLossless && format?.mayBeLossless == true) }
}

/// Which photos are taken.
package struct DecodingOptions: Hashable, Sendable {
  /// Whether photos that lost pixels are taken, with a warning.
  package var allowsDamage = false
  package var limits = DecodeLimits()
}
