package import Imaging

/// What a list shows of a saved collage's recipe.
package struct CollageSummary: Hashable, Sendable {
  /// Nil without a title.
  package let title: String?
  /// The photos' file names, in order.
  package let photos: [String]
  package let canvas: PixelSize

  init(title: String?, photos: [String], canvas: PixelSize) {
    self.title = title
    self.photos = photos
    self.canvas = canvas
  }

  init(_ recipe: Recipe) {
    self.init(
      title: recipe.settings["title"], photos: recipe.photos.map(\.name), canvas: recipe.canvas)
  }
}
