internal import PhotoCodecs

/// Paints a scene's rows and lays a sensor's grain over them. Keeps the last row, so take them one after the other.
struct RowPainter {
  private let scene: any Scene
  private let view: Viewport
  private let grain: Grain
  private var lights: [Light]
  private var colours: [Colour]
  private var current = -1

  init(_ scene: any Scene, size: PixelSize) {
    self.scene = scene
    view = Viewport(size)
    grain = Grain(view)
    lights = [Light](repeating: Light(0), count: size.width)
    colours = [Colour](repeating: .white, count: size.width)
  }

  mutating func row(_ y: Int) -> [Colour] {
    if y != current {
      scene.paint(view.y(y), into: &lights)
      for x in 0..<view.width { colours[x] = lights[x].colour(adding: grain.light(x, y, under: lights[x])) }
      current = y
    }
    return colours
  }
}
