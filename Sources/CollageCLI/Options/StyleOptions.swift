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

  var style: CollageStyle {
    var style = CollageStyle()
    if let canvas { style.canvas = canvas }
    if let layout { style.layout = layout }
    if let background { style.background = background }
    return style
  }
}
