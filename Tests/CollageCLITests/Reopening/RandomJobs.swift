import CollageKit
import Imaging
import PhotoLayouts
import ProgramTestSupport
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

  /// A setting's values; of those that need text drawn, where that can't be, only the first one.
  private static func values(_ name: String, in table: [String: [String]]) throws -> [String] {
    if name == "layout" { return LayoutStyle.allCases.map { "\"\($0.rawValue)\"" } }
    if name == "overlay" { return photos.map { "\"\($0.name),top-left,20%\"" } }
    let values = try #require(table[name], "\(name) has no values to draw from")
    if name == "format", !SandboxedDecoding.hasEncoders {
      return values.filter { ["\"jpeg\"", "\"png\"", "\"pdf\""].contains($0) }
    }
    let isText = ["title", "header", "footer", "captions", "caption"].contains(name)
    return isText && !InstalledText.isThere ? Array(values.prefix(1)) : values
  }

  private var dice: Numbers

  init(seed: UInt64) { dice = Numbers(seed) }

  /// A line for the manifest.
  mutating func line(_ number: Int) throws -> String {
    let count = [1, 2, 2, 3, 4, 4, 5, 6, 8].randomElement(using: &dice)!
    var chosen: [String: String] = [:]
    // With a template, most other settings are refused.
    for setting in Setting<CollageOptions>.all where setting.name != "template" {
      let values = try Self.values(setting.name, in: SettingValues.ofCollages)
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
    Self.makePrintable(&chosen, on: canvas)
    // It needs more room than such a canvas has.
    chosen["qr"] = nil
    if chosen["palette", default: "\"none\""] != "\"none\"" {
      chosen["format"] = "\"png\""
      chosen["background"] = nil
    }
    // Which is refused.
    if chosen["format"] == "\"avif\"" { chosen["lossless"] = nil }
    if count > 6 { chosen["max"] = "8" }
    if count % 2 == 1 { chosen["any-count"] = "true" }
    let isSearched = chosen["cells"] == nil && chosen["layout"].map { $0 == "\"mosaic\"" } ?? true
    if !isSearched || count < 3 { chosen["pick"] = nil }
    let photos = try (0..<count).map { _ in try photo() }
    let settings = chosen.sorted { $0.key < $1.key }.map { ", \"\($0)\": \($1)" }.joined()
    return "{\"id\": \"\(number)\", \"photos\": [\(photos.joined(separator: ", "))]\(settings)}"
  }

  /// Leaves out what is refused: prints of what isn't on paper, and copies without a sheet, or more
  /// than fit.
  private static func makePrintable(_ chosen: inout [String: String], on canvas: String) {
    if !canvas.contains("cm") && !canvas.contains("@") {
      for name in ["bleed", "safe", "sheet"] { chosen[name] = nil }
    }
    if chosen["sheet", default: "\"none\""] == "\"none\"" {
      for name in ["copies", "sheet-gap", "sheet-margin", "cut-marks"] { chosen[name] = nil }
    } else {
      chosen["sheet"] = "\"A4\""
      if chosen["copies"] == "12" { chosen["copies"] = "2" }
    }
  }

  private mutating func photo() throws -> String {
    let name = Self.photos.randomElement(using: &dice)!.name
    var fields = "\"path\": \"\(name)\""
    for setting in Setting<PhotoOptions>.all {
      let values = try Self.values(setting.name, in: SettingValues.ofPhotos)
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
