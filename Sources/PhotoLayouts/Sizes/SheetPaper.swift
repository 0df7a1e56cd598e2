package import Imaging

/// A size of paper without a density, as a user writes it: `A4`, `a4-landscape`, `4x6in`.
package struct SheetPaper: Hashable, Sendable {
  private let print: PrintSize

  /// Nil for any other text.
  package init?(_ text: String) {
    guard !text.contains("@"), case .print(let size) = Canvas(text) else { return nil }
    print = size
  }

  package var size: PaperSize { print.paper }

  /// As a user would write it: "A4", "4x6in".
  package var text: String { print.shortText }
}
