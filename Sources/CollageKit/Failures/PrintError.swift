package import Imaging
package import PhotoLayouts

/// Why a collage can't be printed as it was asked for.
package enum PrintError: Error, Hashable, Sendable {
  /// The setting of this name needs a canvas on paper.
  case noPaper(setting: String)
  /// The setting of this name, a length of so many points, takes half of the collage or more.
  case tooWide(setting: String, points: Double, PaperSize)
  /// The setting of this name is for a sheet, and there is none; whether the canvas isn't on paper
  /// either.
  case noSheet(setting: String, isOnPaper: Bool)
  /// The collage with its bleed is larger than what can be printed of the sheet.
  case sheetTooSmall(SheetPaper, margin: Double, collage: PaperSize)
  /// More copies may fit without the gap between them.
  case tooManyCopies(Int, fitting: Int, withoutGap: Int, SheetPaper)

  /// Whether it is no setting that needs paper.
  private static func isBook(_ words: String) -> Bool { words.contains(" ") }

  /// A sentence for the user.
  package func message(_ remedies: Remedies) -> String {
    switch self {
    case .noPaper(let setting):
      "\(Self.isBook(setting) ? setting : remedies.name(of: setting)) needs a canvas with "
        + "a size on paper, or with a density; \(remedies(.noPaper))"
    case .tooWide(let setting, let points, let size):
      "a \(setting == "safe" ? "safe zone" : setting) of \(points.millimetres.hundredths) mm is "
        + "too much for a collage of \(size.millimetres): it must be less than half of the short "
        + "side, \((size.shortSide / 2).millimetres.hundredths) mm"
    case .noSheet(let setting, let isOnPaper):
      "\(remedies.name(of: setting)) is for copies on a sheet; "
        + "\(remedies(isOnPaper ? .noSheet : .noSheetNorPaper))"
    case .sheetTooSmall(let sheet, let margin, let collage):
      "a collage of \(collage.millimetres) doesn't fit on a sheet of \(sheet.size.millimetres)"
        + (margin > 0 ? " with a margin of \(margin.millimetres.hundredths) mm" : "")
        + "; \(remedies(margin > 0 ? .sheetMarginTooWide : .sheetTooSmall))"
    case .tooManyCopies(let copies, let fitting, let withoutGap, let sheet):
      "\(copies) copies don't fit on \(sheet.text): there is space for \(fitting)"
        + (withoutGap < copies ? "" : "; \(remedies(.sheetGapTooWide))")
    }
  }
}

extension PaperSize {
  /// "210 x 297 mm".
  fileprivate var millimetres: String {
    "\(width.millimetres.hundredths) x \(height.millimetres.hundredths) mm"
  }
}

extension Double {
  /// Points as millimetres.
  var millimetres: Double { self / PaperSize.pointsPerInch * 25.4 }

  /// As short as it can be written to a hundredth.
  var hundredths: String { ((self * 100).rounded() / 100).shortText }
}
