import PhotoCodecs

/// A generated photo; a JPEG has quality 90.
struct InputPhoto: Hashable, Sendable {
  /// Which picture it shows.
  let number: Int
  let size: PixelSize
  let format: PhotoFormat

  /// The first `count` pictures at one size.
  static func series(_ count: Int, of size: PixelSize, _ format: PhotoFormat) -> [InputPhoto] {
    (1...count).map { InputPhoto(number: $0, size: size, format: format) }
  }

  var fileName: String { "photo-\(number)-\(size).\(format.ending)" }
}

extension PhotoFormat {
  /// Of a file's name, without the dot.
  var ending: String { self == .png ? "png" : "jpg" }
}
