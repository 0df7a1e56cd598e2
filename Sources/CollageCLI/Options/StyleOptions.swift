internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

/// How the collage looks.
struct StyleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The collage's size: pixels, paper such as 15x10cm@300dpi, 4x6in or A4, or auto: as the layout wants it, so that "
        + "nothing is cropped; auto by default.", valueName: "size"))
  var canvas: CanvasSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longer side of a canvas that is auto, in pixels; 2400 by default.", valueName: "n"))
  var longSide: LongSide?

  @Option(
    help: """
      How photos are laid out: mosaic (crops least), grid (equal frames), rows, columns (justified) or strip; mosaic by \
      default.
      """)
  var layout: LayoutStyle?

  @Option(
    help: ArgumentHelp(
      "What shows where no photo does: a CSS colour name, #rgb[a], #rrggbb[aa], transparent (PNG only), or blur (of the "
        + "photos).", valueName: "colour"))
  var background: Background?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The room between photos, in pixels or percent of the short side.", valueName: "length"))
  var gap: Length?

  @Option(parsing: .unconditional, help: ArgumentHelp("The room around all photos.", valueName: "length"))
  var margin: Length?

  @Option(parsing: .unconditional, help: ArgumentHelp("How round the photos' corners are.", valueName: "length"))
  var cornerRadius: Length?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A border around each photo, such as 1% or 4,navy; white by default.", valueName: "length[,colour]"),
    transform: { try outline($0, Outline.borderColour) })
  var border: Outline?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A soft shadow of each photo, such as 2% or 12,#0008.", valueName: "length[,colour]"),
    transform: { try outline($0, Outline.shadowColour) })
  var shadow: Outline?

  private static func outline(_ text: String, _ colour: Colour) throws -> Outline {
    guard let outline = Outline(text, colour: colour) else {
      throw ValidationError("'\(text)' is no length with a colour; write 4, 1% or 4,navy")
    }
    return outline
  }

  @Option(
    name: [.customLong("colour-space"), .customLong("color-space")],
    help: "The colours that the collage is written in, with their profile: srgb or display-p3.")
  var colourSpace: ColourSpace = .sRGB

  @Flag(help: "Decode photos whole and reduce them in linear light only: slower, and exact.")
  var exact = false

  func validate() throws {
    if longSide != nil, canvas?.isGiven == true {
      throw ValidationError("--long-side goes with --canvas auto; leave one of them out")
    }
  }

  var style: CollageStyle {
    var style = CollageStyle()
    style.setCanvas(canvas, longSide: longSide?.pixels)
    if let layout { style.layout = layout }
    if let background { style.background = background }
    if let gap { style.gap = gap }
    if let margin { style.margin = margin }
    if let cornerRadius { style.cornerRadius = cornerRadius }
    style.border = border
    style.shadow = shadow
    style.colourSpace = colourSpace
    style.fidelity = exact ? .exact : .standard
    return style
  }
}
