import TestSupport
import Testing

/// A command whose collage is kept in `Fixtures/golden`.
struct GoldenCollage: Sendable {
  /// The picture that the command's one is compared with.
  let file: String
  /// What stands on the command line before the photos, except for the output.
  let options: [String]
  /// The names of the photos in `Fixtures/photos`, in order.
  let photos: [String]
  /// What the command calls its output; by default the golden picture's name.
  let output: String

  init(_ file: String, _ options: String, of photos: [String], output: String? = nil) {
    self.file = file
    self.options = options.split(separator: " ").map(String.init)
    self.photos = photos
    self.output = output ?? file
  }

  /// How far a channel of a pixel may be off, of 255: other versions of the decoders round differently, and JPEG's
  /// encoder adds its own.
  var tolerance: Int { file.hasSuffix(".jpg") ? 5 : 2 }

  private static let six = [
    "sunset.jpg", "mountains.jpg", "night-city.png", "meadow.jpg", "dunes.png", "snowy-hill.jpg",
  ]

  static let all = [
    GoldenCollage("two-photos.png", "make --layout grid --canvas 240x120", of: ["sunset.jpg", "meadow.jpg"]),
    GoldenCollage("four-photos.png", "make --layout grid --canvas 240x160", of: Array(six.prefix(4))),
    GoldenCollage("six-photos.png", "make --layout grid --canvas 360x240", of: six),
    // Sides that are no multiples of the columns and rows: frames that differ by a pixel, without a seam.
    GoldenCollage("six-photos-uneven.png", "make --layout grid --canvas 181x123", of: six.reversed()),
    GoldenCollage("six-photos-portrait.png", "make --layout grid --canvas 160x240", of: six),
    // Without the command's name, and with a format that the output's name does not tell.
    GoldenCollage(
      "png-by-option.png", "--layout grid --canvas 160x80 --format png", of: ["night-city.png", "sunset.jpg"],
      output: "collage"),
    GoldenCollage("three-photos.png", "make --layout grid --any-count --canvas 200x150", of: Array(six.suffix(3))),
    GoldenCollage("one-photo.png", "make --layout grid --any-count --canvas 120x160", of: ["snowy-hill.jpg"]),
    GoldenCollage(
      "background.png", "make --layout grid --any-count --background #336699 --canvas 240x160", of: Array(six.prefix(5))
    ),
    GoldenCollage("quality-60.jpg", "make --layout grid --quality 60 --canvas 360x240", of: six),
    GoldenCollage("twice-the-same.png", "make --layout grid --canvas 240x120", of: ["dunes.png", "dunes.png"]),
    // The dunes are shown larger than they are, the hill smaller.
    GoldenCollage("enlarged.png", "make --layout grid --canvas 240x400", of: ["dunes.png", "snowy-hill.jpg"]),
    // Layouts.
    GoldenCollage("mosaic.png", "make --long-side 360", of: six),
    GoldenCollage("mosaic-canvas.png", "make --canvas 240x320", of: six),
    GoldenCollage("mosaic-free.png", "make --canvas 300x300 --order free --weight 1=3", of: six),
    GoldenCollage("mosaic-focus.png", "make --canvas 300x100 --focus 2=.9,.5 --keep-whole 4", of: Array(six.prefix(4))),
    GoldenCollage("rows.png", "make --layout rows --long-side 360 --gap 4", of: six),
    GoldenCollage("columns.png", "make --layout columns --canvas 320x240 --gap 4 --margin 4", of: six),
    GoldenCollage("strip.png", "make --layout strip --long-side 480", of: six),
    // Styles.
    GoldenCollage(
      "border-shadow.png",
      "make --long-side 400 --gap 2% --margin 4% --corner-radius 4% --border 1% --shadow 3% --background lightsteelblue",
      of: six),
    GoldenCollage(
      "blur.png", "make --canvas 320x240 --gap 2% --margin 6% --background blur --shadow 2%,#000c", of: six),
    GoldenCollage(
      "transparent.png", "make --layout grid --canvas 240x160 --gap 8 --margin 8 --corner-radius 24 --background #0000",
      of: Array(six.prefix(4))),
    GoldenCollage(
      "square-border.png", "make --long-side 300 --gap 6 --margin 6 --border 3,gold --background navy", of: six),
    GoldenCollage("eight-photos.png", "make --layout grid --max 8 --canvas 240x120", of: six + six.prefix(2)),
  ]
}

extension GoldenCollage: CustomTestStringConvertible {
  var testDescription: String { file }
}
