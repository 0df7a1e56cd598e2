package import Imaging

/// How a collage's pixels are encoded into a file.
package enum Encoding: Hashable, Sendable {
  case jpeg(Quality)
  case png(Compression)
  /// A page with the picture.
  case pdf(PixelCoding)
  case webp(PictureCoding)
  case avif(Quality)
  case jxl(PictureCoding)

  package var format: OutputFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .pdf: .pdf
    case .webp: .webp
    case .avif: .avif
    case .jxl: .jxl
    }
  }

  /// How the pixels are coded in the file.
  package var pixels: PixelCoding {
    switch self {
    case .jpeg(let quality): .jpeg(quality)
    case .png(let compression): .deflated(compression)
    case .pdf(let pixels): pixels
    case .webp(let coding): .worker(.webp, coding)
    case .avif(let quality): .worker(.avif, .lossy(quality))
    case .jxl(let coding): .worker(.jxl, coding)
    }
  }

  /// The format's maximum width and height in pixels: the limits of libjpeg, libpng, WebP, AV1, and
  /// of the level of JPEG XL that all decoders know.
  package var maxSide: Int {
    switch pixels {
    case .jpeg: 65_500
    case .deflated: 1_000_000
    case .worker(.webp, _): 16_383
    case .worker(.avif, _): 65_535
    case .worker(.jxl, _): 262_144
    }
  }
}

/// How pixels are coded, whatever file they are put into.
package enum PixelCoding: Hashable, Sendable {
  case jpeg(Quality)
  /// Filtered as in a PNG and deflated: no pixel changes.
  case deflated(Compression)
  /// Coded whole by an encoder in a worker.
  case worker(WorkerFormat, PictureCoding)

  /// What encoding needs beside the canvas, in bytes.
  package func encoderBytes(of canvas: PixelSize) -> Int {
    guard case .worker(let format, let coding) = self else { return 0 }
    return Raster.bytes(of: canvas) + format.encoderBytes(of: canvas, coding)
  }
}

/// How a picture is coded whole.
package enum PictureCoding: Hashable, Sendable {
  case lossy(Quality)
  /// No pixel changes.
  case lossless
}

/// The quality of a JPEG, 1 to 100, on libjpeg's scale; of other formats one that loses about as
/// much.
package struct Quality: Hashable, Sendable {
  package let value: Int
  package static let `default` = Quality(90)!

  /// Nil outside 1 to 100.
  package init?(_ value: Int) {
    guard (1...100).contains(value) else { return nil }
    self.value = value
  }

  /// Parses the number; nil if it isn't one from 1 to 100.
  package init?(_ text: String) {
    guard let value = Int(text) else { return nil }
    self.init(value)
  }

  /// Whether chroma is subsampled: up to 90. Above that it keeps full size, because its loss would
  /// be visible first.
  var halvesColour: Bool { value <= 90 }
}

/// A PNG's compression level, 1 to 9. Does not affect any pixel.
///
/// Levels 1 to 4 give the same: photographs have too few matches for more. Measured on photographs
/// at 2400x1200, level 6 gives 4 to 6 % smaller files in five times the time, level 9 another 4 %
/// in fifteen times.
package struct Compression: Hashable, Sendable {
  package let level: Int
  package static let `default` = Compression(4)!

  /// Nil outside 1 to 9.
  package init?(_ level: Int) {
    guard (1...9).contains(level) else { return nil }
    self.level = level
  }

  /// Parses the number; nil if it isn't one from 1 to 9.
  package init?(_ text: String) {
    guard let level = Int(text) else { return nil }
    self.init(level)
  }
}
