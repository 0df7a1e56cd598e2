/// What a collage's file says to people who don't see it.
package enum AltChoice: Hashable, Sendable {
  /// How many photos there are, how they lie, and what is drawn; nothing of their owners' words.
  case layout
  /// The same with what the photos' owners wrote of each.
  case auto
  /// Nothing.
  case none
  /// This.
  case text(String)

  static let words = ["layout", "auto", "none"]

  /// One of the words, else any text; nothing is written where nothing of it is left.
  init(_ text: String) {
    switch text {
    case "layout": self = .layout
    case "auto": self = .auto
    case "none": self = .none
    default:
      let cleaned = AltText.cleaned(text)
      self = cleaned.isEmpty ? .none : .text(cleaned)
    }
  }

  var text: String {
    switch self {
    case .layout: "layout"
    case .auto: "auto"
    case .none: "none"
    case .text(let text): text
    }
  }
}
