import CollageKit
import Imaging
import SystemPackage
import TestSupport
import Testing

/// Jobs of a batch with settings drawn at random from the table, the same in every run.
struct RandomJobs {
  /// The photos to draw from: of all shapes, turned ones, translucent ones, and copies under two
  /// names.
  static let photos: [(name: String, bytes: [UInt8])] = {
    let sizes = [(32, 24), (24, 32), (48, 16), (20, 20), (30, 40)]
    let files = sizes.enumerated().map { number, size in
      let raster = Picture.sample(number, PixelSize(width: size.0, height: size.1))
      return number % 2 == 0
        ? ("\(number).jpg", Picture.jpeg(raster)) : ("\(number).png", Picture.png(raster))
    }
    let translucent = Picture.flat(
      Colour(red: 200, green: 30, blue: 60, alpha: 90), PixelSize(width: 36, height: 24))
    return files + [
      ("copy of 0.jpg", files[0].1), ("tûrned.jpg", PromptPhotos.turnedJPEG),
      ("t.png", Picture.png(translucent)),
    ]
  }()

  /// Values as a manifest writes them, by setting; the first one is the default or has no effect.
  private static let values: [String: [String]] = [
    "canvas": [
      "\"60x40px\"", "\"90x90\"", "\"auto\"", "\"3:2\"", "\"2x3cm@90dpi\"", "\"A6@20\"",
      "\"80x120\"",
    ],
    "long-side": ["90", "77", "120"],
    "layout": ["\"mosaic\"", "\"grid\"", "\"rows\"", "\"columns\"", "\"strip\""],
    "balance": ["0.5", "0", "0.8"], "order": ["\"kept\"", "\"free\""], "pick": ["1", "2"],
    "gap": ["0", "2", "\"1.5%\"", "\"2px\"", "\"0.3%\""],
    "margin": ["0", "1", "\"2.5%\""],
    "background": ["\"white\"", "\"navy\"", "\"blur\"", "\"#123\""],
    "corner-radius": ["0", "2", "\"3%\""],
    "border": ["0", "1", "\"1%,navy\"", "\"0,red\""],
    "shadow": ["0", "\"1.5,#0008\"", "\"2%\""], "colour-space": ["\"srgb\"", "\"display-p3\""],
    "exact": ["false", "true"], "format": ["\"jpeg\"", "\"png\""], "quality": ["90", "61", "95"],
    "compression": ["4", "1", "9"], "max": ["6", "40"], "any-count": ["false", "true"],
    "title": text(["\"\"", "\"Rome, in the rain\""]), "title-place": ["\"above\"", "\"below\""],
    "captions": text(["\"title\"", "\"{n}. {name}\""]),
    "caption-place": ["\"below\"", "\"inside\""],
    "font": ["\"DejaVu Sans\""], "text-size": ["\"3%\"", "2"],
    "text-colour": ["\"black\"", "\"navy\""], "focus": ["\"auto\"", "\"centre\""],
    "allow-damaged": ["false", "true"], "max-pixels": ["100000", "900000000"],
    "max-scans": ["100", "7", "300"],
  ]
  private static let photoValues = [
    "turn": ["\"none\"", "\"right\"", "\"left\"", "\"180\"", "180"],
    "focus": ["[0.5,0.5]", "[0.1,0.93]"],
    "weight": ["1", "3", "0.37"], "keep-whole": ["false", "true"],
    "caption": text(["\"\"", "\"a, b\""]),
  ]

  /// The values, if text can be drawn; else only the first one.
  private static func text(_ values: [String]) -> [String] {
    InstalledText.isThere ? values : Array(values.prefix(1))
  }

  private var dice: Numbers

  init(seed: UInt64) { dice = Numbers(seed) }

  /// A line for the manifest.
  mutating func line(_ number: Int) throws -> String {
    let count = [1, 2, 2, 3, 4, 4, 5, 6, 8].randomElement(using: &dice)!
    var chosen: [String: String] = [:]
    for setting in Setting<CollageOptions>.all {
      let values = try #require(
        Self.values[setting.name], "\(setting.name) has no values to draw from")
      if Int.random(in: 0..<3, using: &dice) == 0 {
        chosen[setting.name] = values.randomElement(using: &dice)!
      }
    }
    let canvas = chosen["canvas"] ?? "\"auto\""
    // A larger canvas would only take time.
    if ["\"auto\"", "\"3:2\""].contains(canvas) {
      chosen["long-side"] = chosen["long-side"] ?? "90"
    } else {
      chosen["long-side"] = nil
    }
    if count > 6 { chosen["max"] = "8" }
    if count % 2 == 1 { chosen["any-count"] = "true" }
    if chosen["layout"].map({ $0 != "\"mosaic\"" }) ?? false || count < 3 { chosen["pick"] = nil }
    let photos = try (0..<count).map { _ in try photo() }
    let settings = chosen.sorted { $0.key < $1.key }.map { ", \"\($0)\": \($1)" }.joined()
    return "{\"id\": \"\(number)\", \"photos\": [\(photos.joined(separator: ", "))]\(settings)}"
  }

  private mutating func photo() throws -> String {
    let name = Self.photos.randomElement(using: &dice)!.name
    var fields = "\"path\": \"\(name)\""
    for setting in Setting<PhotoOptions>.all {
      let values = try #require(
        Self.photoValues[setting.name], "\(setting.name) has no values to draw from")
      if Int.random(in: 0..<4, using: &dice) == 0 {
        fields += ", \"\(setting.name)\": \(values.randomElement(using: &dice)!)"
      }
    }
    return "{\(fields)}"
  }

  private struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }
}
