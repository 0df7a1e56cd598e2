internal import PhotoLayouts

/// How a recipe tells what was asked for where its point alone doesn't: a point may have been given or found, and no point
/// may mean that the centre was asked for, or that no face was elsewhere.
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

extension Recipe.Entry {
  /// Whether this is how the photo's crop was to be chosen.
  func isAsked(by focus: PhotoFocus?) -> Bool {
    guard let askedFocus else { return self.focus == focus.map { [$0.point.x, $0.point.y] } }
    guard let asked = Coding.focus.fromText(askedFocus) else { return false }
    return asked?.point == focus?.point
  }

  /// The centre or a point that was asked for where `focus` doesn't tell it; nil for the rest.
  var givenFocus: PhotoFocus? { askedFocus.flatMap { Coding.focus.fromText($0) ?? nil } }
}

/// The recipe of a saved collage that was opened.
final class OpenedRecipe: Hashable, Sendable {
  let recipe: Recipe

  init(_ recipe: Recipe) { self.recipe = recipe }

  static func == (first: OpenedRecipe, second: OpenedRecipe) -> Bool { first.recipe == second.recipe }

  func hash(into hasher: inout Hasher) { hasher.combine(recipe) }
}

extension CollageOptions {
  /// What was asked for when the collage was made that was opened. In the same version that leads to the same collage.
  var asAsked: CollageOptions {
    guard let recipe = opened?.recipe, recipe.version == Version.current else { return self }
    var options = self
    if let pick = recipe.askedPick { options.layout.pick = pick }
    for (place, entry) in recipe.photos.enumerated() where entry.askedFocus == RecipeFocus.found {
      options[photo: place].focus = nil
    }
    return options
  }
}
