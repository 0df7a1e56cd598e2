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
    /// What was left of it without its bars, in its pixels, before it was turned; nil for all of
    /// it.
    var part: PixelRect?
    package let frame: Frame
    /// What was asked for where the `focus` among the settings doesn't tell it: "auto" for a point
    /// that was found, "centre" or a point for a photo that was to be cropped there, "settled" for
    /// one that was opened with a recipe. Nil for the rest.
    var askedFocus: String?
    /// Who the search for the layout knew to be in the photo, as it is turned; nil for nobody, and
    /// if that didn't decide the layout.
    var people: People?
    /// The photo's settings that are not the default, by name, as users write them; nil when all
    /// are. The `focus` is that of the crop, whether a user gave it or faces did.
    package internal(set) var settings: [String: String]?
  }

  /// What a layout knew of the faces in a photo: nothing that tells who it is.
  struct People: Codable, Hashable, Sendable {
    let count: Int
    /// The area around all faces, in ten-thousandths of the photo.
    let area: PixelSize
    /// The height of the smallest face, in the same unit.
    let smallest: Int

    init(_ people: ShownPeople) {
      (count, area, smallest) = (people.count, people.area, people.smallest)
    }

    /// Nil if nobody's faces are like this.
    var shown: ShownPeople? { ShownPeople(count: count, area: area, smallest: smallest) }
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

  /// A picture beside the photos.
  package struct Picture: Codable, Hashable, Sendable {
    /// As a photo's.
    package let name: String
    package let sha256: String
    package let size: PixelSize
    package let orientation: Int

    init(_ picture: OpenedPicture) {
      name = picture.photo.address.recordedName
      sha256 = picture.digest.hexadecimal
      size = picture.size
      orientation = Int(picture.photo.header.orientation.rawValue)
    }
  }

  /// The pictures beside the photos.
  var pictures: [Picture] { [template, overlay?.picture].compactMap(\.self) }

  /// A picture above the collage.
  package struct Overlay: Codable, Hashable, Sendable {
    package let picture: Picture
    /// As users write them.
    package let place: String
    /// "auto" if it was found where no face is; nil if it was given.
    var asked: String?
    package let width: String
  }

  /// The picture version: the first version of the program that makes such collages.
  package let version: String
  /// The first version that understands all that it says, where that is newer than the picture
  /// version; nil for the same.
  private(set) var needs: String?
  package let canvas: PixelSize
  /// The tree of a layout that was given; nil for none.
  package let tree: SlicingTree?
  /// The rank of the layout that was asked for, where faces led to another one than that; else nil.
  var askedPick: Int?
  /// What the collage was made with, by the settings' names, as users write it (see
  /// `SettingRecording`). The `pick` is that of the layout that was taken.
  package internal(set) var settings: [String: String]
  /// Nil without text.
  package let text: Text?
  /// The template in whose openings the photos are, one in each; nil for none.
  package let template: Picture?
  package let overlay: Overlay?
  package private(set) var photos: [Entry]
  /// What the QR code says of the recipe, `codeDigits`; nil without such a code.
  var code: String?

  /// - Parameters:
  ///   - hdr: whether the file has the HDR of its photos; nil if that can't be asked, because they
  ///     have none, or the file can't.
  ///   - pick: the rank of the layout that was taken; nil for the one that the options ask for.
  ///   - people: who its search knew to be in each photo; empty if that didn't decide it.
  ///   - overlayPlace: where the overlay is, if its place wasn't given.
  init(
    _ placements: [Placement], digests: [Digest], on canvas: PixelSize, _ made: MadeOptions,
    _ encoding: Encoding, _ text: Text? = nil, hdr: HDRChoice? = nil, pick: Int? = nil,
    people: [ShownPeople?] = [], overlayPlace: OverlayPlace? = nil
  ) {
    let options = made.options
    let photos = zip(placements, digests).enumerated().map { place, photo in
      let (placement, digest) = photo
      let file = placement.photo.turned(.none)
      return Entry(
        name: file.address.recordedName,
        sha256: digest.hexadecimal,
        credit: file.credit,
        size: file.header.wholeSize,
        orientation: Int(file.header.orientation.rawValue),
        part: file.header.part,
        frame: placement.frame,
        askedFocus: RecipeFocus.askedText(
          options[photo: place].focus, recorded: placement.recordedFocus),
        people: people.indices.contains(place) ? people[place].map(People.init) : nil,
        settings: Self.settings(options[photo: place], croppedAround: placement.recordedFocus))
    }
    let pick = pick ?? options.layout.pick
    self.init(
      photos, on: canvas, made.with(\.layout.pick, pick), encoding, text,
      overlayPlace: overlayPlace)
    settings["hdr"] = hdr?.rawValue
    askedPick = pick == options.layout.pick ? nil : options.layout.pick
    if let opened = options.opened { keepAnswers(of: opened) }
  }

  /// The same of photos that are known already.
  init(
    _ photos: [Entry], on canvas: PixelSize, _ made: MadeOptions, _ encoding: Encoding,
    _ text: Text?, overlayPlace: OverlayPlace? = nil
  ) {
    let options = made.options
    self.photos = photos
    self.text = text
    version = Version.picture
    self.canvas = canvas
    tree = options.layout.tree
    template = options.pictures.template?.template.map { Picture($0.picture) }
    overlay = options.pictures.overlay.flatMap { choice in
      let place = choice.place ?? overlayPlace ?? OverlayChoice.corners[0]
      return choice.picture.map {
        Overlay(
          picture: Picture($0), place: place.rawValue,
          asked: choice.place == nil ? OverlayChoice.automaticPlace : nil,
          width: choice.width.text)
      }
    }
    settings = options.with(\.encoding, EncodingOptions(encoding)).recordedTexts
  }

  /// A photo's settings; nil when all are the default.
  ///
  /// - Parameter focus: the point that its crop was made around, whoever chose it; nil for the
  ///   centre.
  static func settings(
    _ options: PhotoOptions, croppedAround focus: FocusPoint?
  ) -> [String: String]? {
    var options = options
    options.focus = focus.map { .point($0) }
    let texts = options.recordedTexts
    return texts.isEmpty ? nil : texts
  }

  /// If this recipe is that of the collage that was opened, apart from what was asked for, keeps
  /// what was asked for then.
  private mutating func keepAnswers(of opened: OpenedAnswers) {
    guard opened.focus.count == photos.count, opened.recipe == withoutAnswers.record.json else {
      return
    }
    if let pick = opened.pick { askedPick = pick }
    for place in photos.indices { photos[place].askedFocus = opened.focus[place] }
  }

  private var withoutAnswers: Recipe {
    var recipe = self
    recipe.askedPick = nil
    recipe.code = nil
    for place in photos.indices { recipe.photos[place].askedFocus = nil }
    return recipe
  }

  var answers: OpenedAnswers {
    OpenedAnswers(
      recipe: withoutAnswers.record.json, pick: askedPick, focus: photos.map(\.askedFocus),
      found: Set(photos.compactMap { $0.askedFocus == RecipeFocus.found ? $0.focus : nil }),
      areRepeatable: version == Version.picture)
  }

  /// How the photos were laid out, as users name it.
  package var layoutName: String {
    if template != nil { return "template" }
    return tree == nil ? text(of: "layout") : LayoutOptions.nameOfTree
  }

  /// Whether it says if parts of a template's openings got one photo.
  var recordsOpenings: Bool { settings["openings"] != nil }

  /// A setting as users write it; the default where the recipe doesn't tell it.
  package func text(of name: String) -> String {
    settings[name] ?? Setting<CollageOptions>.all.first { $0.name == name }?.defaultText ?? ""
  }

  static let codeDigitCount = 8

  /// The first digits of the digest of all that decides the pixels but HDR, which isn't known
  /// when they are drawn.
  var codeDigits: String {
    var recipe = withoutAnswers
    recipe.settings["hdr"] = nil
    var hash = SHA256()
    hash.update(Array(recipe.json.utf8))
    return String(Digest(hash).hexadecimal.prefix(Self.codeDigitCount))
  }

  /// What a file holds.
  var record: RecipeRecord {
    // The only two scalars of JSON text that XML, and so XMP, can't contain.
    RecipeRecord(json: json.escapingInJSON { $0[$1] == "\u{FFFE}" || $0[$1] == "\u{FFFF}" })
  }

  /// - Parameter words: what the picture says to those who don't see it; nil for nothing.
  func record(saying words: PictureWords?) -> RecipeRecord {
    var record = record
    record.words = words
    return record
  }

  /// What the JPEG in a PDF holds: what the same collage holds as a JPEG. Nil for another format.
  func jpegRecord(saying words: PictureWords?) -> RecipeRecord? {
    guard settings["format"] == OutputFormat.pdf.rawValue else { return nil }
    var recipe = self
    recipe.settings["format"] = OutputFormat.jpeg.rawValue
    return recipe.record(saying: words)
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

  /// The version of the program that a recipe needs; nil if this one's is new enough, and for what
  /// is no recipe.
  static func newerVersion(neededBy record: RecipeRecord) -> String? {
    let recipe = (try? JSONDocument(Array(record.json.utf8)))?.value.object
    return ["needs", "version"].compactMap { recipe?[$0]?.text }.first(where: Version.isNewer)
  }

  /// Nil when the text is not a recipe that this version understands.
  package init?(_ record: RecipeRecord) {
    let json = Array(record.json.utf8)
    // Parsed by our own parser first: a foreign picture may nest brackets deep enough to exhaust a
    // decoder's stack.
    guard (try? JSONDocument(json)) != nil,
      let recipe = try? JSONDecoder().decode(Recipe.self, from: Data(json)),
      recipe.settings["background"] != nil, recipe.isConsistent,
      ![recipe.version, recipe.needs ?? ""].contains(where: Version.isNewer)
    else { return nil }
    self = recipe
  }

  /// Whether its numbers can be those of a collage: it may come from anybody, and nobody checks it
  /// again.
  private var isConsistent: Bool {
    canvas.isAllowed
      && photos.allSatisfy { $0.size.isAllowed && $0.frame.bounds.isInside(canvas) }
      && photos.compactMap(\.people).allSatisfy { $0.shown != nil }
      && (text?.isConsistent ?? true)
      && pictures.allSatisfy { $0.size.isAllowed }
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
