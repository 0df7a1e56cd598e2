internal import FoundationEssentials
package import Imaging
package import PhotoCodecs
package import PhotoLayouts
package import PhotoSources
internal import SafeText

/// Everything that decides a collage's pixels. It is stored in the file, so it names no folder,
/// time, place or owner.
package struct Recipe: Codable, Hashable, Sendable {
  package struct Entry: Codable, Hashable, Sendable {
    /// The base name, or the URL without user name, password, query and fragment; bytes that aren't
    /// UTF-8 are replaced.
    package let name: String
    package let sha256: String
    /// Whose work it is, as the search that found it said; nil if that isn't known.
    package let credit: PhotoCredit?
    /// Upright as the file says, before the photo is turned by its settings.
    package let size: PixelSize
    /// What the file says, as an EXIF orientation: 1 to 8.
    package let orientation: Int
    package let frame: Frame
    /// The crop's focus, whether a user gave it or faces did: x and y, from 0 to 1; nil for the
    /// photo's centre.
    package let focus: [Double]?
    /// What was asked for where `focus` doesn't tell it: "auto" for a point that was found,
    /// "centre" or a point for a photo that was to be cropped there, "settled" for one that was
    /// opened with a recipe. Nil for the rest.
    var askedFocus: String?
    /// The photo's other settings that are not the default, by name; nil when all are.
    package let settings: [String: String]?
  }

  /// The decoration of the photos; their frames and crops are in `photos`.
  package struct Style: Codable, Hashable, Sendable {
    package internal(set) var cornerRadius: String?
    package internal(set) var border: [String]?
    package internal(set) var shadow: [String]?
  }

  /// What decides how text looks, beside the settings.
  package struct Text: Codable, Hashable, Sendable {
    package struct Font: Codable, Hashable, Sendable {
      /// The file's, without its folder.
      package let name: String
      package let sha256: String
      /// The font's place in the file, from 0.
      package let index: Int
    }

    /// Those in which something is written, in the order of preference.
    package let fonts: [Font]
    /// What sets and draws the text: "HarfBuzz 6.0.0".
    package let library: String
    /// Each photo's caption in full, empty for none.
    package let captions: [String]
    /// The lines of the strip below each photo, and of the title's; nil where there are no strips.
    let lines: [Int]?
    let titleLines: Int?
  }

  /// The program's version.
  package let version: String
  package let canvas: PixelSize
  package let layout: String
  /// "#rrggbb", "#rrggbbaa" or "blur".
  package internal(set) var background = ""
  /// Nil for photos on a plain background.
  package internal(set) var style: Style?
  /// "jpeg" or "png".
  package let format: String
  /// 1 to 100; nil for PNG.
  package let quality: Int?
  /// 1 to 9; nil for JPEG, and for a PNG with the default compression.
  package let compression: Int?
  /// "display-p3"; nil for sRGB.
  package internal(set) var colourSpace: String?
  /// True when no photo was reduced by its decoder; else nil.
  package internal(set) var exact: Bool?
  /// Nil when no print size was given.
  package let dotsPerInch: Int?
  /// The tree of a layout that was given; nil for none.
  package internal(set) var tree: SlicingTree?
  /// The rank of the layout that was asked for, where faces led to another one than that; else nil.
  var askedPick: Int?
  /// The settings that nothing else here tells and that are not the default, as users write them;
  /// nil for none.
  package internal(set) var settings: [String: String]?
  /// Nil without text.
  package let text: Text?
  package private(set) var photos: [Entry]

  /// - Parameter pick: the rank of the layout that was taken; nil for the one that the options ask
  ///   for.
  init(
    _ placements: [Placement], digests: [Digest], on canvas: PixelSize, _ options: CollageOptions,
    _ encoding: Encoding, _ text: Text? = nil, pick: Int? = nil
  ) {
    let photos = zip(placements, digests).enumerated().map { place, photo in
      let (placement, digest) = photo
      let file = placement.photo.turned(.none)
      return Entry(
        name: file.address.recordedName,
        sha256: digest.hexadecimal,
        credit: file.credit,
        size: file.size,
        orientation: Int(file.header.orientation.rawValue),
        frame: placement.frame,
        focus: placement.recordedFocus.map { [$0.x, $0.y] },
        askedFocus: RecipeFocus.askedText(
          options[photo: place].focus, recorded: placement.recordedFocus),
        settings: Self.settings(options[photo: place]))
    }
    let pick = pick ?? options.layout.pick
    self.init(photos, on: canvas, options.with(\.layout.pick, pick), encoding, text)
    askedPick = pick == options.layout.pick ? nil : options.layout.pick
    if let opened = options.opened { keep(opened) }
  }

  /// The same of photos that are known already.
  init(
    _ photos: [Entry], on canvas: PixelSize, _ options: CollageOptions, _ encoding: Encoding,
    _ text: Text?
  ) {
    self.photos = photos
    self.text = text
    version = Version.current
    self.canvas = canvas
    layout = options.layout.name
    style = options.decoration.isDecorated ? Style() : nil
    dotsPerInch = options.layout.canvas.density?.dotsPerInch
    format = encoding.format.rawValue
    (quality, compression) =
      switch encoding {
      case .jpeg(let quality): (quality.value, nil)
      case .png(let compression): (nil, compression == .default ? nil : compression.level)
      }
    recordSettingsApart(options)
    for setting in Setting<CollageOptions>.all {
      if let text = setting.recordedText(options) { record(text, of: setting.name) }
    }
  }

  /// The photo's settings that no other entry tells; nil when all are the default.
  static func settings(_ options: PhotoOptions) -> [String: String]? {
    let texts = Setting<PhotoOptions>.all.compactMap { setting in
      setting.recordedText(options).map { (setting.name, $0) }
    }
    return texts.isEmpty ? nil : Dictionary(texts) { first, _ in first }
  }

  /// What was opened, and is laid out and cropped as it was, was asked for as it was then.
  private mutating func keep(_ opened: OpenedAnswers) {
    guard opened.focus.count == photos.count, opened.recipe == withoutAnswers.record.json else {
      return
    }
    askedPick = opened.pick
    for place in photos.indices { photos[place].askedFocus = opened.focus[place] }
  }

  private var withoutAnswers: Recipe {
    var recipe = self
    recipe.askedPick = nil
    for place in photos.indices { recipe.photos[place].askedFocus = nil }
    return recipe
  }

  /// Nil in a recipe of another version, in which the same may lead elsewhere.
  var answers: OpenedAnswers? {
    guard version == Version.current else { return nil }
    return OpenedAnswers(
      recipe: withoutAnswers.record.json, pick: askedPick, focus: photos.map(\.askedFocus))
  }

  /// Adds a setting to `settings`.
  mutating func record(_ text: String, of setting: String) {
    settings = (settings ?? [:]).merging([setting: text]) { $1 }
  }

  /// What a file holds.
  var record: RecipeRecord {
    // The only two scalars of JSON text that XML, and so XMP, can't contain.
    RecipeRecord(json: json.escapingInJSON { $0[$1] == "\u{FFFE}" || $0[$1] == "\u{FFFF}" })
  }

  /// Compact, with sorted keys: the same recipe gives the same text.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("a recipe holds only plain values")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The recipe in a file; nil when it holds none that this version understands.
  init?(of file: borrowing PhotoFile) throws(CodecError) {
    guard let record = try RecipeRecord.read(from: file) else { return nil }
    self.init(record)
  }

  /// Nil when the text is not a recipe that this version understands.
  package init?(_ record: RecipeRecord) {
    let json = Array(record.json.utf8)
    // Parsed by our own parser first: a foreign picture may nest brackets deep enough to exhaust a
    // decoder's stack.
    guard (try? JSONDocument(json)) != nil,
      let recipe = try? JSONDecoder().decode(Recipe.self, from: Data(json)),
      recipe.isConsistent
    else { return nil }
    self = recipe
  }

  /// Whether its numbers can be those of a collage: it may come from anybody, and nobody checks it
  /// again.
  private var isConsistent: Bool {
    canvas.isAllowed
      && photos.allSatisfy { $0.size.isAllowed && $0.frame.bounds.isInside(canvas) }
      && (text?.isConsistent ?? true)
  }
}

extension Recipe.Text {
  static let lineCounts = 0...TextMetrics.maxLines
  static let fontIndexes = 0...Int(Int32.max)

  fileprivate var isConsistent: Bool {
    (lines ?? []).allSatisfy(Self.lineCounts.contains) && Self.lineCounts.contains(titleLines ?? 0)
      && fonts.allSatisfy { Self.fontIndexes.contains($0.index) }
  }
}

extension Colour {
  /// "#rrggbb", or "#rrggbbaa" when it is not opaque.
  package var hexadecimal: String {
    "#" + ([red, green, blue] + (isOpaque ? [] : [alpha])).hexadecimal
  }
}
