internal import PhotoLayouts

/// What is said of keys while photos are arranged: why one has no effect, or what it did where that
/// isn't seen.
enum ArrangingTexts {
  static func noPhoto(_ direction: Direction) -> String {
    switch direction {
    case .left: "there is no photo on the left"
    case .right: "there is no photo on the right"
    case .up: "there is no photo above"
    case .down: "there is no photo below"
    }
  }

  static func noPhoto(_ number: Int) -> String { "there is no photo \(number)" }

  // MARK: Places

  static let samePhoto = "both are the same photo"

  static let laidOutAnew = "swapped, but there is no room for that; all photos are laid out anew"

  static let ownShapes = "the photos take their own shapes; u brings the given layout back"

  // MARK: Sizes

  static func idleWeight(_ style: String) -> String {
    "weights change nothing in the layout \(style); 'layout mosaic' looks for sizes"
  }

  static let idleInTemplate = "weights change nothing in a template"

  static func weightAtEnd(_ isLargest: Bool, _ weight: Double) -> String {
    "\(weight.shortText) is the \(isLargest ? "largest" : "smallest") weight"
  }

  static func noOtherSize(_ number: Int, isLarger: Bool) -> String {
    "photo \(number) can't become \(isLarger ? "larger" : "smaller") here; "
      + "more would crop too much"
  }

  static func usualWeight(_ number: Int) -> String { "photo \(number) has weight 1 already" }

  static func leads(_ number: Int) -> String {
    "photo \(number) leads now; the others have weight 1"
  }

  static func leadsAlready(_ number: Int) -> String { "photo \(number) leads already" }

  static let seeking = "looking for sizes; Ctrl-C stops"

  static let searchedAgain = "all photos are laid out anew; u brings your arrangement back"

  // MARK: Crops

  static func focusAtEdge(_ across: Double, _ down: Double) -> String {
    let edge =
      if across == 0 { down < 0 ? "upper" : "lower" } else { across < 0 ? "left" : "right" }
    return "the crop is already at the photo's \(edge) edge"
  }

  static func notCropped(_ number: Int, _ across: Double) -> String {
    let sides = across == 0 ? "at the top or bottom" : "at the sides"
    return "in this layout, photo \(number) isn't cropped \(sides)"
  }

  static func zoomAtEnd(_ isClosest: Bool) -> String {
    isClosest ? "10 is the largest zoom" : "zoom 1 already shows as much as the frame can"
  }

  static func wholeIsNotZoomed(_ number: Int) -> String {
    "photo \(number) is kept whole; w crops it again, then it can be zoomed"
  }

  static func croppedAutomatically(_ number: Int) -> String {
    "photo \(number) is cropped automatically already"
  }

  static func wholeAnyway(_ number: Int) -> String {
    "photo \(number) is whole here anyway; now it stays whole in every layout"
  }

  // MARK: Layouts and steps

  static let onlyLayout =
    "this is the only layout of these photos; try another style, such as 'layout grid'"

  static let firstLayout = "this is the first layout"

  static let lastLayout = "this is the last layout"

  static let nothingToRedo = "nothing to redo; t rotates"

  /// - Parameter hasEarlier: whether there are steps before arranging began.
  static func nothingToUndo(hasEarlier: Bool) -> String {
    hasEarlier
      ? "nothing to undo here; Enter leaves, then 'undo' goes further" : "nothing to undo here"
  }

  static func noSuchKey(_ key: String) -> String {
    "\(key == " " ? "Space" : key) does nothing here; ? lists the keys"
  }
}
