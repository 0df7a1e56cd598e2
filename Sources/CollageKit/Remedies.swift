package import Imaging

/// Where a user needs to know what can be done. Errors carry facts; only an interface knows which
/// of its options or commands helps.
package enum Remedy: Hashable, Sendable {
  // For one photo.
  /// It lost pixels.
  case damagedPhoto
  /// It has more pixels than are allowed.
  case tooManyPixels
  /// It has more scans than are allowed.
  case tooManyScans
  /// It needs more memory than is allowed.
  case photoNeedsMemory
  /// A saved collage was made of it, and it is no longer where it was.
  case missingPhoto
  /// The photo with this number, from 1, may have to be turned so.
  case unturnedPhoto(Int, Turn)
  /// Faces of the photo with this number, from 1, are cut.
  case cutFaces(Int)
  /// Titles or captions are too long for their places.
  case cutText

  // For the layout and the canvas.
  case canvasTooSmall
  /// For an automatic canvas.
  case longSideTooSmall
  case canvasTooLarge
  case canvasNeedsMemory
  /// The given layout is for other photos.
  case otherPhotosInLayout

  // For the output.
  case transparentJPEG
  /// The file to be replaced is not a collage of ours.
  case foreignOutput
  /// The same for a file in the library that has the collage's name.
  case foreignAsset
  /// The library's folder is unknown.
  case noLibrary
}

/// What a user can do, in the terms of an interface: each the end of a sentence, without a full
/// stop.
package struct Remedies: Sendable {
  private let text: @Sendable (Remedy) -> String

  package init(_ text: @escaping @Sendable (Remedy) -> String) { self.text = text }

  package func callAsFunction(_ remedy: Remedy) -> String { text(remedy) }
}
