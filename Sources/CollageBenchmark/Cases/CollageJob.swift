import PhotoCodecs

/// Photos, and the collage that every program makes of them.
///
/// The photos have the proportions of their frames, because not every program can crop a photo to its centre.
struct CollageJob: Sendable {
  let photos: [InputPhoto]
  let grid: Grid
  let format: OutputFormat

  init(
    _ photos: [InputPhoto], columns: Int = 3, canvas: PixelSize = PixelSize(width: 2400, height: 1200),
    format: OutputFormat = .jpeg
  ) {
    self.photos = photos
    grid = Grid(count: photos.count, columns: columns, canvas: canvas)
    self.format = format
  }

  /// A JPEG collage of many 12-megapixel photos, 240x180 pixels each, in full rows. There are six different pictures.
  static func ofMany(_ count: Int, columns: Int) -> CollageJob {
    CollageJob(
      InputPhoto.series(count, of: PixelSize(width: 4000, height: 3000), .jpeg, pictures: 6), columns: columns,
      canvas: PixelSize(width: columns * 240, height: count / columns * 180))
  }
}
