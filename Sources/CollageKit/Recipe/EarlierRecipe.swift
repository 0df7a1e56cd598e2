internal import FoundationEssentials
internal import Imaging
internal import PhotoLayouts

/// A recipe as builds wrote it before all settings were in one place. To be deleted when 0.2 is
/// released.
struct EarlierRecipe: Decodable {
  private struct Style: Decodable {
    let cornerRadius: String?
    let border, shadow: [String]?
  }

  private struct Crop: Decodable { let focus: [Double]? }

  private struct Crops: Decodable { let photos: [Crop] }

  private let version, layout, background, format: String
  private let canvas: PixelSize
  private let quality, compression, dotsPerInch, askedPick: Int?
  private let style: Style?
  private let colourSpace: String?
  private let exact: Bool?
  private let tree: SlicingTree?
  private let settings: [String: String]?
  private let text: Recipe.Text?
  private let photos: [Recipe.Entry]

  /// Nil for anything else.
  static func recipe(_ json: Data) -> Recipe? {
    guard let earlier = try? JSONDecoder().decode(Self.self, from: json),
      let crops = try? JSONDecoder().decode(Crops.self, from: json)
    else { return nil }
    var photos = earlier.photos
    for (place, crop) in crops.photos.enumerated() {
      guard let focus = crop.focus else { continue }
      photos[place].settings = (photos[place].settings ?? [:]).merging(
        ["focus": focus.map { "\($0)" }.joined(separator: ",")]) { $1 }
    }
    return Recipe(
      version: earlier.version, canvas: earlier.canvas, tree: earlier.tree,
      askedPick: earlier.askedPick, settings: earlier.allSettings, text: earlier.text,
      photos: photos)
  }

  private var allSettings: [String: String] {
    var all = ["background": background, "format": format, "gap": "0", "margin": "0"]
    // Canvases weren't recorded of which the finished size tells enough.
    let longSide = max(canvas.width, canvas.height)
    let paper = dotsPerInch.flatMap { Density(dotsPerInch: $0) }.flatMap {
      PrintSize(canvas, at: $0)
    }
    all["canvas"] =
      (paper.map { .print($0) } ?? (longSide == 2400 ? .auto : .pixels(canvas)) as Canvas).text
    all["layout"] = layout == LayoutOptions.nameOfTree ? nil : layout
    all["quality"] = quality.map { "\($0)" }
    all["compression"] = compression.map { "\($0)" }
    all["corner-radius"] = style?.cornerRadius
    all["border"] = style?.border?.joined(separator: ",")
    all["shadow"] = style?.shadow?.joined(separator: ",")
    all["colour-space"] = colourSpace
    all["exact"] = exact.map { $0 ? "on" : "off" }
    all.merge(settings ?? [:]) { $1 }
    if all["canvas"].flatMap({ Canvas($0) })?.needsLongSide == true {
      all["long-side"] = "\(longSide)"
    }
    // Text of no size was drawn one pixel high.
    let textSize = all["text-size"] ?? "3%"
    all["text-size"] = Length(textSize)?.isZero == true ? "1" : textSize
    return all
  }
}
