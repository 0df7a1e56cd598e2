import PhotoCodecs

/// A generated photo; a JPEG has quality 90.
struct InputPhoto: Hashable, Sendable {
  /// The number of its sample picture.
  let number: Int
  let size: PixelSize
  let format: OutputFormat
  /// The number of the copy, from 1; 0 for the original.
  var copy = 0

  /// `count` photos of one size.
  ///
  /// - Parameter pictures: the number of different pictures, by default `count`. Further photos are copies of the first
  ///   ones' files, because generating a large picture takes a second.
  static func series(
    _ count: Int, of size: PixelSize, _ format: OutputFormat, pictures: Int = .max
  ) -> [InputPhoto] {
    (0..<count).map { index in
      let (copy, picture) = index.quotientAndRemainder(dividingBy: pictures)
      return InputPhoto(number: picture + 1, size: size, format: format, copy: copy)
    }
  }

  /// The original of a copy, else the photo itself.
  var original: InputPhoto { InputPhoto(number: number, size: size, format: format) }

  var fileName: String { "photo-\(number)-\(size)\(copy == 0 ? "" : "-copy-\(copy)").\(format.fileExtension)" }
}
