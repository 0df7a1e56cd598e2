package import PhotoCodecs
package import SystemPackage

extension Encoding {
  /// File extensions of picture formats that can't be written; another format under such a name
  /// would be confusing.
  private static let unsupportedExtensions: Set<String> = [
    "apng", "avif", "bmp", "gif", "heic", "heif", "jp2", "jxl", "pdf", "ppm", "svg", "tif", "tiff",
    "webp",
  ]

  /// The encoding of a collage: given by the output's file extension, else the requested format,
  /// else JPEG.
  ///
  /// - Parameter output: nil for a collage that goes into a library.
  package init(of output: FilePath?, _ options: EncodingOptions) throws(UnsupportedFileExtension) {
    let fileExtension = output?.extension?.lowercased() ?? ""
    if options.format == nil, let output, Self.unsupportedExtensions.contains(fileExtension) {
      throw UnsupportedFileExtension(path: output, fileExtension: fileExtension)
    }
    let format: OutputFormat =
      switch fileExtension {
      case "jpg", "jpeg", "jpe", "jfif": .jpeg
      case "png": .png
      default: options.format ?? .jpeg
      }
    self.init(format, options)
  }

  init(_ format: OutputFormat, _ options: EncodingOptions) {
    self =
      switch format {
      case .jpeg: .jpeg(options.quality)
      case .png: .png(options.compression)
      }
  }
}

/// The output's file extension names a picture format that can't be written.
package struct UnsupportedFileExtension: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath
  package let fileExtension: String

  package var description: String {
    "\(path.displayed): can't write \(fileExtension) files; name it .jpg or .png"
  }
}
