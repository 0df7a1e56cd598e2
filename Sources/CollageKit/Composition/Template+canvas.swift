internal import Imaging
internal import PhotoLayouts

extension Template {
  /// How far the sides of a canvas may be from the template's proportions, as a share: paper has
  /// whole pixels.
  private static let tolerance = 0.002

  /// The canvas of a collage with this template: its own size, unless another one of the same shape
  /// was asked for.
  ///
  /// - Throws: `templateShape`.
  func canvas(for options: LayoutOptions) throws(CollageError) -> PixelSize {
    let longSide = options.longSide ?? max(size.width, size.height)
    let own = size.scaled(toLongSide: longSide)
    guard let asked = options.canvas.size(longSide: longSide) else { return own }
    let fitting = size.scaled(toLongSide: max(asked.width, asked.height))
    func isAlike(_ one: Int, _ other: Int) -> Bool {
      abs(one - other) <= max(1, Int(Double(other) * Self.tolerance))
    }
    guard isAlike(asked.width, fitting.width), isAlike(asked.height, fitting.height) else {
      throw .templateShape(size, canvas: asked)
    }
    return options.canvas.needsLongSide ? own : asked
  }
}
