internal import Imaging
package import PhotoCodecs
package import SystemPackage

extension Encoding {
  /// File extensions of picture formats that can't be written; another format under such a name
  /// would be confusing.
  private static let unsupportedExtensions: Set<String> = [
    "apng", "bmp", "gif", "heic", "heif", "jp2", "ppm", "svg", "tif", "tiff",
  ]

  /// The encoding of a collage: given by the output's file extension, else as without a name.
  ///
  /// - Parameter output: nil for a collage that goes into a library.
  package init(of output: FilePath?, _ options: CollageOptions) throws(UnsupportedFileExtension) {
    let fileExtension = output?.extension?.lowercased() ?? ""
    if options.encoding.format == nil, let output,
      Self.unsupportedExtensions.contains(fileExtension)
    {
      throw UnsupportedFileExtension(path: output, fileExtension: fileExtension)
    }
    if let output, let format = Self.format(ofName: output) {
      self.init(format, options.encoding)
    } else {
      self.init(of: options)
    }
  }

  /// The encoding of a collage without a name: the requested format, else JPEG, or PNG if the
  /// background is not opaque or the collage has a screen's palette.
  init(of options: CollageOptions) {
    let canBeJPEG = options.decoration.background.isOpaque && options.colour.palette == .none
    self.init(options.encoding.format ?? (canBeJPEG ? .jpeg : .png), options.encoding)
  }

  /// Whether a name has a file extension that says no format, so that nobody expects what the file
  /// holds.
  package static func isMisleading(_ output: FilePath) -> Bool {
    output.extension?.isEmpty == false && format(ofName: output) == nil
  }

  /// Whether a name has the file extension of a format that can be written.
  package static func namesFormat(_ output: FilePath) -> Bool { format(ofName: output) != nil }

  /// Nil where the file extension says none.
  private static func format(ofName output: FilePath) -> OutputFormat? {
    switch output.extension?.lowercased() ?? "" {
    case "jpg", "jpeg", "jpe", "jfif": .jpeg
    case "png": .png
    case "pdf": .pdf
    case "webp": .webp
    case "avif": .avif
    case "jxl": .jxl
    default: nil
    }
  }

  /// Fails where a name and a format are given together and the name says another one.
  package static func checkAgreement(
    of output: FilePath?, _ format: OutputFormat?
  ) throws(ContradictingFormat) {
    guard let output, let format, let named = Self.format(ofName: output), named != format else {
      return
    }
    throw ContradictingFormat(path: output, named: named, format: format)
  }

  init(_ format: OutputFormat, _ options: EncodingOptions) {
    self =
      switch format {
      case .jpeg: .jpeg(options.quality)
      case .png: .png(options.compression)
      case .pdf:
        .pdf(options.isLossless ? .deflated(options.compression) : .jpeg(options.quality))
      case .webp: .webp(options.isLossless ? .lossless : .lossy(options.quality))
      case .avif: .avif(options.quality)
      case .jxl: .jxl(options.isLossless ? .lossless : .lossy(options.quality))
      }
  }
}

/// The output's file extension says another format than was asked for.
package struct ContradictingFormat: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath
  package let named: OutputFormat
  package let format: OutputFormat

  package var description: String {
    "\(path.displayed): the name is that of a \(named.rawValue), but --format says "
      + "\(format.rawValue); change one of them, or leave out --format"
  }
}

/// The output's file extension names a picture format that can't be written.
package struct UnsupportedFileExtension: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath
  package let fileExtension: String

  package var description: String {
    "\(path.displayed): can't write \(fileExtension) files; name it .jpg, .png, .webp, .avif, .jxl "
      + "or .pdf"
  }
}
