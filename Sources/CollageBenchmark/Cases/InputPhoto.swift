import PhotoCodecs

/// A generated photo; a JPEG has quality 90.
struct InputPhoto: Hashable, Sendable {
  /// Which picture it shows.
  let number: Int
  let size: PixelSize
  let format: PhotoFormat
  /// Which copy of the generated file it is, from 1; 0 for that file itself.
  var copy = 0

  /// So many photos of one size.
  ///
  /// - Parameter pictures: how many different pictures they show, by default all. Those after them are copies of the
  ///   first ones' files: a large picture takes a second to generate.
  static func series(
    _ count: Int, of size: PixelSize, _ format: PhotoFormat, pictures: Int = .max
  ) -> [InputPhoto] {
    (0..<count).map { index in
      let (copy, picture) = index.quotientAndRemainder(dividingBy: pictures)
      return InputPhoto(number: picture + 1, size: size, format: format, copy: copy)
    }
  }

  /// The generated file; of a copy the one that it is a copy of.
  var original: InputPhoto { InputPhoto(number: number, size: size, format: format) }

  var fileName: String { "photo-\(number)-\(size)\(copy == 0 ? "" : "-copy-\(copy)").\(format.ending)" }
}

extension PhotoFormat {
  /// Of a file's name, without the dot.
  var ending: String { self == .png ? "png" : "jpg" }
}
