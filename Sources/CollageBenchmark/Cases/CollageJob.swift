import PhotoCodecs

/// Photos, and the collage that every program is to make of them.
///
/// The photos have the proportions of the frames: not every program can fill a frame with the middle of a photo.
struct CollageJob: Sendable {
  let photos: [InputPhoto]
  let grid: Grid
  let format: PhotoFormat

  init(
    _ photos: [InputPhoto], columns: Int = 3, canvas: PixelSize = PixelSize(width: 2400, height: 1200),
    format: PhotoFormat = .jpeg
  ) {
    self.photos = photos
    grid = Grid(count: photos.count, columns: columns, canvas: canvas)
    self.format = format
  }
}
