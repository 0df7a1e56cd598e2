package import PhotoCodecs

/// What a user can do about an error, in the terms of the interface that shows it.
///
/// Errors carry facts; only an interface knows which of its options or commands helps. Each remedy is the end of a sentence,
/// without a full stop.
package struct Remedies: Sendable {
  // For one photo.
  /// It lost pixels.
  package let damagedPhoto: String
  /// It has more pixels than are allowed.
  package let tooManyPixels: String
  /// It has more scans than are allowed.
  package let tooManyScans: String
  /// It needs more memory than is allowed.
  package let photoNeedsMemory: String
  /// A saved collage was made of it, and it is no longer where it was.
  package let missingPhoto: String
  /// The photo with this number, from 1, may have to be turned so.
  package var unturnedPhoto: @Sendable (_ number: Int, Turn) -> String
  /// Faces of the photo with this number, from 1, are cut.
  package var cutFaces: @Sendable (_ number: Int) -> String
  /// Titles or captions are too long for their places.
  package var cutText: String

  // For the layout and the canvas.
  package let canvasTooSmall: String
  /// For an automatic canvas.
  package let longSideTooSmall: String
  package let canvasTooLarge: String
  package let canvasNeedsMemory: String
  /// The given layout is for other photos.
  package let otherPhotosInLayout: String

  // For the output.
  package let transparentJPEG: String
  /// The file to be replaced is not a collage of ours.
  package let foreignOutput: String
  /// The same for a file in the library that has the collage's name.
  package let foreignAsset: String
  /// The library's folder is unknown.
  package let noLibrary: String

  package init(
    damagedPhoto: String, tooManyPixels: String, tooManyScans: String, photoNeedsMemory: String, missingPhoto: String,
    unturnedPhoto: @escaping @Sendable (_ number: Int, Turn) -> String,
    cutFaces: @escaping @Sendable (_ number: Int) -> String, cutText: String, canvasTooSmall: String,
    longSideTooSmall: String, canvasTooLarge: String, canvasNeedsMemory: String,
    otherPhotosInLayout: String,
    transparentJPEG: String, foreignOutput: String, foreignAsset: String, noLibrary: String
  ) {
    self.damagedPhoto = damagedPhoto
    self.tooManyPixels = tooManyPixels
    self.tooManyScans = tooManyScans
    self.photoNeedsMemory = photoNeedsMemory
    self.missingPhoto = missingPhoto
    self.unturnedPhoto = unturnedPhoto
    self.cutFaces = cutFaces
    self.cutText = cutText
    self.canvasTooSmall = canvasTooSmall
    self.longSideTooSmall = longSideTooSmall
    self.canvasTooLarge = canvasTooLarge
    self.canvasNeedsMemory = canvasNeedsMemory
    self.otherPhotosInLayout = otherPhotosInLayout
    self.transparentJPEG = transparentJPEG
    self.foreignOutput = foreignOutput
    self.foreignAsset = foreignAsset
    self.noLibrary = noLibrary
  }
}
