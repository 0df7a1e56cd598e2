internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

/// How the collage looks.
struct StyleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The collage's size in pixels; 2400x1600 by default.", valueName: "WxH"))
  var canvas: PixelSize?

  @Option(help: "How photos are laid out: grid (rows of equal frames, filled).")
  var layout: LayoutStyle?

  @Option(help: ArgumentHelp("What shows where no photo does: a colour name, #rgb or #rrggbb.", valueName: "colour"))
  var background: Colour?

  @Option(
    name: [.customLong("colour-space"), .customLong("color-space")],
    help: "The colours that the collage is written in, with their profile: srgb or display-p3.")
  var colourSpace: ColourSpace = .sRGB

  @Flag(help: "Decode photos whole and reduce them in linear light only: slower, and exact.")
  var exact = false

  var style: CollageStyle {
    var style = CollageStyle()
    if let canvas { style.canvas = canvas }
    if let layout { style.layout = layout }
    if let background { style.background = background }
    style.colourSpace = colourSpace
    style.fidelity = exact ? .exact : .standard
    return style
  }
}
