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

  static let pointsOfMillimetre = point.perInch / millimetre.perInch

  /// The unit that a text ends with; nil if it ends with none.
  init?(endOf text: Substring) {
    guard let unit = Self.allCases.first(where: { text.hasSuffix($0.rawValue) }) else { return nil }
    self = unit
  }

  /// What stands before the unit in a text that ends with it.
  func number(in text: Substring) -> Substring { text.dropLast(rawValue.count) }
}
