internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

/// How the collage looks.
struct StyleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The collage's size in pixels, or auto: as the layout wants it, so that nothing is cropped; auto by default.",
      valueName: "WxH"))
  var canvas: CanvasSize?

  @Option(help: ArgumentHelp("The longer side of a canvas that is auto, in pixels; 2400 by default.", valueName: "n"))
  var longSide: LongSide?

  @Option(
    help: """
      How photos are laid out: mosaic (crops least), grid (equal frames), rows, columns (justified) or strip; mosaic by \
      default.
      """)
  var layout: LayoutStyle?

  @Option(help: ArgumentHelp("What shows where no photo does: a colour name, #rgb or #rrggbb.", valueName: "colour"))
  var background: Colour?

  @Option(
    name: [.customLong("colour-space"), .customLong("color-space")],
    help: "The colours that the collage is written in, with their profile: srgb or display-p3.")
  var colourSpace: ColourSpace = .sRGB

  @Flag(help: "Decode photos whole and reduce them in linear light only: slower, and exact.")
  var exact = false

  func validate() throws {
    if longSide != nil, case .pixels? = canvas {
      throw ValidationError("--long-side goes with --canvas auto; leave one of them out")
    }
  }

  var style: CollageStyle {
    var style = CollageStyle()
    style.setCanvas(canvas, longSide: longSide?.pixels)
    if let layout { style.layout = layout }
    if let background { style.background = background }
    style.colourSpace = colourSpace
    style.fidelity = exact ? .exact : .standard
    return style
  }
}
