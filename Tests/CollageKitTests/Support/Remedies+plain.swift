@testable import CollageKit

extension Remedies {
  /// Those of an interface that has none.
  static let plain = Remedies(
    damagedPhoto: "1", tooManyPixels: "2", tooManyScans: "3", photoNeedsMemory: "4", missingPhoto: "14",
    unturnedPhoto: { "15 \($0) \($1)" }, cutFaces: { "16 \($0)" }, cutText: "17",
    canvasTooSmall: "5",
    longSideTooSmall: "6", canvasTooLarge: "7", canvasNeedsMemory: "8", otherPhotosInLayout: "9", transparentJPEG: "10",
    foreignOutput: "11", foreignAsset: "12", noLibrary: "13")
}
