internal import PhotoLayouts

/// How a recipe tells what was asked for where its point alone doesn't: a point may have been given
/// or found, and no point may mean that the centre was asked for, or that no face was elsewhere.
enum RecipeFocus {
  static let found = "auto"
  private static let settled = "settled"

  /// Nil where the recorded point tells it.
  static func askedText(_ asked: PhotoFocus?, recorded: FocusPoint?) -> String? {
    switch asked {
    case nil: recorded == nil ? nil : found
    case .settled: recorded == nil ? settled : nil
    case .centre, .point: asked?.point == recorded ? nil : Coding.focus.text(asked)
    }
  }
}

extension Recipe {
  /// The value that was asked for a setting; nil where nothing was recorded.
  package func asked(_ setting: String) -> String? {
    setting == "pick" ? askedPick.map(String.init) ?? settings["pick"] : settings[setting]
  }
}

extension Recipe.Entry {
  /// The value that was asked for a setting of the photo; nil where none was.
  package func asked(_ setting: String) -> String? {
    guard setting == "focus", let askedFocus else { return settings?[setting] }
    return givenFocus == nil ? nil : askedFocus
  }

  /// Whether this is how the photo's crop was to be chosen.
  func isAsked(by focus: PhotoFocus?) -> Bool {
    guard let askedFocus else { return self.focus == focus?.point }
    guard let asked = Coding.focus.fromText(askedFocus) else { return false }
    return asked?.point == focus?.point
  }

  /// The point that the crop was made around; nil for the photo's centre.
  var focus: FocusPoint? {
    settings?["focus"].flatMap { Coding.focus.fromText($0) ?? nil }?.point
  }

  /// The centre or a point that was asked for where `focus` doesn't tell it; nil for the rest.
  var givenFocus: PhotoFocus? { askedFocus.flatMap { Coding.focus.fromText($0) ?? nil } }
}
