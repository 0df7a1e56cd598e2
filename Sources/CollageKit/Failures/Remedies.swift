package import Imaging

/// A situation in which the user needs to know what can be done. Errors carry facts; only an
/// interface knows which of its options or commands helps.
package enum Remedy: Hashable, Sendable {
  // For one photo.
  /// The photo lost pixels.
  case damagedPhoto
  /// The photo has more pixels than are allowed.
  case tooManyPixels
  /// The photo has more scans than are allowed.
  case tooManyScans
  /// The photo needs more memory than is allowed.
  case photoNeedsMemory
  /// A photo of a saved collage is no longer where it was.
  case missingPhoto
  /// It is a folder with photos.
  case folderOfPhotos
  /// It is a folder with photos only in folders below it.
  ///
  /// - Parameter anyNumber: whether there may be any number of photos, as on pages.
  case picturesBelow(anyNumber: Bool)
  /// It is a folder with nothing but collages of this program.
  case onlyCollages
  /// The photo with this number, from 1, may have to be rotated like this.
  case unturnedPhoto(Int, Turn)
  /// Faces of the photo with this number, from 1, are cut; what would keep them, if that is known.
  case cutFaces(Int, FaceRescue?)
  /// A title or captions are too long for their places.
  case cutText
  /// Captions inside photos lie on faces.
  case coveredFaces
  /// Texts, and perhaps faces, may be cut off with the edges of the print.
  case outsideSafeZone
  /// Only faces may.
  case facesOutsideSafeZone

  // For the layout and the canvas.
  case canvasTooSmall
  /// For an automatic canvas.
  case longSideTooSmall
  case canvasTooLarge
  case canvasNeedsMemory
  /// There are too many photos to search for a layout.
  case layoutNeedsMemory
  /// Without HDR there would be enough.
  case hdrNeedsMemory
  /// The same where no more can be allowed, because the system has no more.
  case hdrTooLarge
  /// The canvas has another shape than the template.
  case templateShape
  /// The given layout is for other photos.
  case otherPhotosInLayout
  /// A bleed or a sheet, without a canvas on paper.
  case noPaper
  /// Copies, without a sheet.
  case noSheet
  /// The same without a canvas on paper.
  case noSheetNorPaper
  case sheetTooSmall
  /// For a sheet with a margin.
  case sheetMarginTooWide
  /// More copies would fit.
  case sheetGapTooWide

  // For the output.
  /// - Parameter byName: whether the output's name decides the format, and not an option.
  case transparency(byName: Bool)
  case lossless
  /// The file to be replaced is not one of our collages.
  case foreignOutput
  /// The library has a file with the collage's name that is not one of our collages.
  case foreignAsset
  /// The library's folder is unknown.
  case noLibrary
}

/// What a user can do in each situation, in the terms of an interface: the end of a sentence,
/// without a full stop.
package struct Remedies: Sendable {
  private let text: @Sendable (Remedy) -> String
  /// What stands before the names of settings.
  private let prefix: String

  package init(prefix: String = "", _ text: @escaping @Sendable (Remedy) -> String) {
    self.prefix = prefix
    self.text = text
  }

  /// How users write a setting: "--sheet".
  func name(of setting: String) -> String { prefix + setting }

  package func callAsFunction(_ remedy: Remedy) -> String { text(remedy) }
}
