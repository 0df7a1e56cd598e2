import SystemPackage
import TestSupport
import Testing

/// A command and the collage that it should make, which is kept in `Fixtures/golden`.
struct GoldenCollage: Sendable {
  /// The golden picture.
  let file: String
  /// The command line before the photos, without the output.
  let options: [String]
  /// The names of the photos, in order.
  let photos: [String]
  /// The folder of the fixtures that has them.
  fileprivate(set) var folder = "photos"
  /// The name of the output; by default that of the golden picture.
  let output: String
  /// Whether texts are too long, so that the command warns.
  var isCut = false
  /// Whether it may warn that something looks soft.
  fileprivate(set) var mayWarn = false

  init(_ file: String, _ options: String, of photos: [String], output: String? = nil) {
    self.init(file, options.split(separator: " ").map(String.init), of: photos, output: output)
  }

  private init(_ file: String, _ options: [String], of photos: [String], output: String? = nil) {
    self.file = file
    self.options = options
    self.photos = photos
    self.output = output ?? file
  }

  /// How far a channel of a pixel may be off, of 255: other versions of the decoders round
  /// differently, and JPEG's encoder adds its own error.
  var tolerance: Int { file.hasSuffix(".jpg") ? 5 : 2 }

  fileprivate static let six = [
    "sunset.jpg", "mountains.jpg", "night-city.png", "meadow.jpg", "dunes.png", "snowy-hill.jpg",
  ]

  static let all = [
    GoldenCollage(
      "two-photos.png", "make --layout grid --canvas 240x120", of: ["sunset.jpg", "meadow.jpg"]),
    GoldenCollage(
      "four-photos.png", "make --layout grid --canvas 240x160", of: Array(six.prefix(4))),
    GoldenCollage("six-photos.png", "make --layout grid --canvas 360x240", of: six),
    // Sides that are not multiples of the numbers of columns and rows: frames differ by a pixel,
    // without a seam.
    GoldenCollage(
      "six-photos-uneven.png", "make --layout grid --canvas 181x123", of: six.reversed()),
    GoldenCollage("six-photos-portrait.png", "make --layout grid --canvas 160x240", of: six),
    // Without the command's name, and with a format that the output's name doesn't show.
    GoldenCollage(
      "png-by-option.png", "--layout grid --canvas 160x80 --format png",
      of: ["night-city.png", "sunset.jpg"],
      output: "collage"),
    GoldenCollage(
      "three-photos.png", "make --layout grid --any-count --canvas 200x150",
      of: Array(six.suffix(3))),
    GoldenCollage(
      "one-photo.png", "make --layout grid --any-count --canvas 120x160", of: ["snowy-hill.jpg"]),
    GoldenCollage(
      "background.png", "make --layout grid --any-count --background #336699 --canvas 240x160",
      of: Array(six.prefix(5))
    ),
    GoldenCollage("quality-60.jpg", "make --layout grid --quality 60 --canvas 360x240", of: six),
    GoldenCollage(
      "twice-the-same.png", "make --layout grid --canvas 240x120", of: ["dunes.png", "dunes.png"]),
    // The dunes are shown larger than they are, the hill smaller.
    GoldenCollage(
      "enlarged.png", "make --layout grid --canvas 240x400", of: ["dunes.png", "snowy-hill.jpg"]),
    // Layouts.
    GoldenCollage("mosaic.png", "make --long-side 360", of: six),
    GoldenCollage("mosaic-canvas.png", "make --canvas 240x320", of: six),
    GoldenCollage(
      "mosaic-free.png", "make --quiet --canvas 300x300 --order free --weight 1=3", of: six),
    GoldenCollage(
      "mosaic-focus.png", "make --canvas 300x100 --focus 2=.9,.5 --keep-whole 4",
      of: Array(six.prefix(4))),
    GoldenCollage("rows.png", "make --layout rows --long-side 360 --gap 4", of: six),
    GoldenCollage(
      "columns.png", "make --layout columns --canvas 320x240 --gap 4 --margin 4", of: six),
    GoldenCollage("strip.png", "make --layout strip --long-side 480", of: six),
    // Paper: what is cut off, and copies with lines to cut along.
    GoldenCollage("print-bleed.png", "make --canvas 60x40mm@100dpi --bleed 4mm", of: six),
    GoldenCollage(
      "print-sheet.png",
      "make --canvas 40x30mm@90dpi --bleed 2mm --sheet 110x90mm --sheet-margin 0 --cut-marks",
      of: Array(six.prefix(4))),
    // Styles.
    GoldenCollage(
      "border-shadow.png",
      "make --long-side 400 --gap 2% --margin 4% --corner-radius 4% --border 1% --shadow 3% --background lightsteelblue",
      of: six),
    GoldenCollage(
      "blur.png", "make --canvas 320x240 --gap 2% --margin 6% --background blur --shadow 2%,#000c",
      of: six),
    GoldenCollage(
      "transparent.png",
      "make --layout grid --canvas 240x160 --gap 8 --margin 8 --corner-radius 24 --background #0000",
      of: Array(six.prefix(4))),
    GoldenCollage(
      "square-border.png",
      "make --long-side 300 --gap 6 --margin 6 --border 3,gold --background navy", of: six),
    // Templates, also scaled, and what lies above a layout.
    template("template-strip.png", "strip.png", of: Array(six.prefix(4))),
    template("template-polaroids.png", "polaroids.png", of: Array(six.prefix(4))),
    template("template-heart.png", "heart.png", of: ["sunset.jpg", "snowy-hill.jpg"]),
    template(
      "template-turned.png", "turned.png", of: ["dunes.png", "sunset.jpg", "snowy-hill.jpg"]),
    template("template-single.png", "single.png", of: ["meadow.jpg"]),
    template(
      "template-small.png", "turned.png", "--long-side", "240", "--repeat", of: ["night-city.png"]),
    template(
      "template-large.png", "heart.png", "--long-side", "500", "--background", "gold",
      of: ["mountains.jpg", "dunes.png"]),
    template(
      "overlay.png", "", "--canvas", "240x160", "--overlay",
      "\(templates)/heart.png,top-right,40%", of: Array(six.prefix(4))),
    // With a gain map, which is compared, too.
    hdr("hdr.jpg", "make --canvas 240x100 --gap 4 --margin 4 --corner-radius 8"),
    GoldenCollage(
      "eight-photos.png", "make --layout grid --max 8 --canvas 240x120", of: six + six.prefix(2)),
  ]
}

extension GoldenCollage {
  /// A collage of photos with gain maps.
  private static func hdr(_ file: String, _ options: String) -> GoldenCollage {
    var golden = GoldenCollage(file, options, of: ["sunset.jpg", "night-city.jpg"])
    golden.folder = "hdr"
    return golden
  }

  private static let templates = Fixtures.path(of: "templates").string

  /// - Parameter name: the template's among the fixtures; empty for none.
  private static func template(
    _ file: String, _ name: String, _ options: String..., of photos: [String]
  ) -> GoldenCollage {
    let template = name.isEmpty ? [] : ["--template", "\(templates)/\(name)"]
    var golden = GoldenCollage(file, ["make"] + template + options, of: photos)
    golden.mayWarn = true
    return golden
  }

  /// Captions in many scripts, which need libraries and Debian's fonts.
  static let texts = [
    GoldenCollage(
      "text-style.png",
      captioned(["--gap", "2%", "--margin", "3%", "--border", "1%", "--background", "navy"]),
      of: six),
    GoldenCollage(
      "text-inside.png", captioned(["--caption-place", "inside", "--corner-radius", "8%"]), of: six),
    text(
      "text-latin.png", "AVATAR, To. fi",
      [
        "W\u{E9}e e\u{30B}\u{301} \u{110}\u{1EB7}ng", "",
        "\u{395}\u{3BB}\u{3BB}\u{3AC}\u{3B4}\u{3B1}, \u{41C}\u{438}\u{440}",
      ]),
    text(
      "text-cjk.png", "\u{6771}\u{4EAC}\u{3001}\u{300C}\u{96E8}\u{300D}\u{3002}",
      [
        "\u{D55C}\u{AD6D}\u{C5B4} \u{D14D}\u{C2A4}\u{D2B8}",
        String(repeating: "\u{9577}\u{3044}\u{3001}", count: 12),
        "\u{FE41}\u{7E26}\u{FE42}",
      ]),
    text(
      "text-right-to-left.png",
      "\u{645}\u{631}\u{62D}\u{628}\u{627} 2024 (\u{5E9}\u{5DC}\u{5D5}\u{5DD})",
      [
        "\u{5E9}\u{5DC}\u{5D5}\u{5DD} 12.5 km",
        "a \u{627}\u{644}\u{639}\u{631}\u{628}\u{64A}\u{629} b",
        "\u{6F1}\u{6F2}",
      ]),
    text(
      "text-marks.png",
      "\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947} \u{926}\u{941}\u{928}\u{93F}\u{92F}\u{93E}",
      [
        "\u{E2A}\u{E27}\u{E31}\u{E2A}\u{E14}\u{E35}\u{E0A}\u{E32}\u{E27}\u{E42}\u{E25}\u{E01}\u{E17}\u{E38}\u{E01}\u{E04}\u{E19}",
        "x\u{308}\u{323}",
      ]),
    text(
      "text-emoji.png",
      "\u{1F469}\u{1F3FD}\u{200D}\u{1F680} \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
      ["\u{2764}\u{FE0F} 1\u{FE0F}\u{20E3}", "\u{1F1F3}\u{1F1F1} \u{1F44B}\u{1F3FE}"]),
    cutText(
      "text-long.png", String(repeating: "five hundred ", count: 39),
      [String(repeating: "long ", count: 100), ""]),
    GoldenCollage(
      "text-forty.png",
      ["make", "--max", "40", "--long-side", "480", "--captions", "number", "--text-size", "9"],
      of: (0..<40).map { six[$0 % 6] }),
  ]

  private static func captioned(_ options: [String]) -> [String] {
    [
      "make", "--long-side", "480", "--captions", "{n}. {name}", "--title", "Six photos",
      "--text-size", "16",
    ] + options
  }

  private static func cutText(_ file: String, _ title: String, _ captions: [String])
    -> GoldenCollage
  {
    var collage = text(file, title, captions)
    collage.isCut = true
    return collage
  }

  private static func text(_ file: String, _ title: String, _ captions: [String]) -> GoldenCollage {
    GoldenCollage(
      file,
      ["make", "--layout", "grid", "--canvas", "480x360", "--text-size", "20", "--title", title]
        + captions.enumerated().flatMap { ["--caption", "\($0 + 1)=\($1)"] },
      of: Array(six.prefix(4)))
  }
}

extension GoldenCollage {
  /// Every look, with a title or captions where these belong to it.
  static let looks = [
    look("plain"), look("gallery"), look("polaroid", "--captions", "name"), look("story"),
    look("magazine", "--title", "Six photos"), look("film"), look("noir"), look("contact"),
    // All on one page, with names below and lines in the margins.
    GoldenCollage(
      "print-pages.png",
      "pages --canvas 90x80mm@90dpi --columns 3 --header {pages} --footer {page}", of: six),
  ]

  private static func look(_ name: String, _ options: String...) -> GoldenCollage {
    GoldenCollage(
      "look-\(name).png", ["make", "--long-side", "480", "--look", name] + options, of: six)
  }
}

extension GoldenCollage: CustomTestStringConvertible {
  var testDescription: String { file }
}
