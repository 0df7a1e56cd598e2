/// A unit of lengths on paper.
enum PaperUnit: String, Hashable, Sendable, CaseIterable {
  case millimetre = "mm"
  case centimetre = "cm"
  case inch = "in"
  case point = "pt"

  /// How many of them are an inch.
  var perInch: Double {
    switch self {
    case .millimetre: 25.4
    case .centimetre: 25.4 / 10
    case .inch: 1
    case .point: 72
    }
  }

  /// The unit that a text ends with, and what stands before it; nil if it ends with none.
  static func split(_ text: Substring) -> (number: Substring, unit: PaperUnit)? {
    allCases.first { text.hasSuffix($0.rawValue) }.map { (text.dropLast(2), $0) }
  }
}
