@testable import CollageKit

extension Remedies {
  /// Those of an interface that has none.
  static let plain = Remedies { remedy in
    switch remedy {
    case .picturesBelow: "below"
    case .onlyCollages: "collages"
    case .damagedPhoto: "1"
    case .tooManyPixels: "2"
    case .tooManyScans: "3"
    case .photoNeedsMemory: "4"
    case .missingPhoto: "14"
    case .folderOfPhotos: "19"
    case .unturnedPhoto(let number, let turn): "15 \(number) \(turn)"
    case .cutFaces(let number, _): "16 \(number)"
    case .cutText: "17"
    case .coveredFaces: "18"
    case .outsideSafeZone: "21"
    case .facesOutsideSafeZone: "21 faces"
    case .noPaper: "22"
    case .noSheet: "23"
    case .noSheetNorPaper: "23b"
    case .sheetTooSmall: "24"
    case .sheetMarginTooWide: "27"
    case .sheetGapTooWide: "28"
    case .canvasTooSmall: "5"
    case .longSideTooSmall: "6"
    case .canvasTooLarge: "7"
    case .canvasNeedsMemory: "8"
    case .layoutNeedsMemory: "29"
    case .hdrNeedsMemory: "25"
    case .hdrTooLarge: "26"
    case .templateShape: "20"
    case .otherPhotosInLayout: "9"
    case .transparency: "10"
    case .lossless: "30"
    case .foreignOutput: "11"
    case .foreignAsset: "12"
    case .noLibrary: "13"
    }
  }
}
