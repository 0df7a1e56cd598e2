internal import FoundationEssentials
internal import Imaging
internal import PhotoLayouts
internal import PhotoSources

/// A recipe as builds wrote it before all settings were in one place. To be deleted when 0.2 is
/// released.
struct EarlierRecipe: Decodable {
  struct Entry: Decodable {
    let name, sha256: String
    let credit: PhotoCredit?
    let size: PixelSize
    let orientation: Int
    let frame: Frame
    let focus: [Double]?
    let askedFocus: String?
    let settings: [String: String]?
  }

  struct Style: Decodable {
    let cornerRadius: String?
    let border, shadow: [String]?
  }

  let version, layout, background, format: String
  let canvas: PixelSize
  let quality, compression, dotsPerInch, askedPick: Int?
  let style: Style?
  let colourSpace: String?
  let exact: Bool?
  let tree: SlicingTree?
  let settings: [String: String]?
  let text: Recipe.Text?
  let photos: [Entry]

  init?(json: Data) {
    guard let recipe = try? JSONDecoder().decode(Self.self, from: json) else { return nil }
    self = recipe
  }

  var recipe: Recipe {
    let longSide = max(canvas.width, canvas.height)
    let size = "\(canvas.width)x\(canvas.height)"
    let paper = dotsPerInch.flatMap { Density(dotsPerInch: $0) }
      .flatMap { PrintSize(canvas, at: $0) }
    var all = ["background": background, "format": format, "gap": "0", "margin": "0"]
    all["canvas"] = paper.map { Canvas.print($0).text } ?? (longSide == 2400 ? "auto" : size)
    all["layout"] = layout == LayoutOptions.nameOfTree ? nil : layout
    all["long-side"] = "\(longSide)"
    all["quality"] = quality.map { "\($0)" }
    all["compression"] = compression.map { "\($0)" }
    all["corner-radius"] = style?.cornerRadius
    all["border"] = style?.border?.joined(separator: ",")
    all["shadow"] = style?.shadow?.joined(separator: ",")
    all["colour-space"] = colourSpace
    all["exact"] = exact.map { $0 ? "on" : "off" }
    all.merge(settings ?? [:]) { $1 }
    // Text of no size was drawn one pixel high.
    if let size = all["text-size"], Length(size)?.isZero == true { all["text-size"] = "1" }
    return Recipe(
      version: version, canvas: canvas, tree: tree, askedPick: askedPick, settings: all,
      text: text, photos: photos.map(\.entry))
  }
}

extension EarlierRecipe.Entry {
  var entry: Recipe.Entry {
    var all = settings ?? [:]
    all["focus"] = focus.map { $0.map { "\($0)" }.joined(separator: ",") }
    return Recipe.Entry(
      name: name, sha256: sha256, credit: credit, size: size, orientation: orientation,
      frame: frame, askedFocus: askedFocus, settings: all.isEmpty ? nil : all)
  }
}
