/// The steps since arranging began, as far as they can be undone: which photo was highlighted
/// before and after each, so that the highlight follows the photo that a step is about.
struct ArrangingHistory {
  private struct Step {
    let before: Int
    let after: Int
  }

  private var done: [Step] = []
  private var undone: [Step] = []

  /// Whether there is a step since arranging began.
  var canUndo: Bool { !done.isEmpty }

  /// Remembers a step that has changed something.
  ///
  /// - Parameters:
  ///   - step: nil for one that isn't named.
  ///   - old: the index of the highlighted photo before it.
  ///   - new: what it should be now.
  /// - Returns: the index of the photo to highlight now.
  mutating func place(after step: ArrangingStep?, from old: Int, to new: Int) -> Int {
    switch step {
    case .undo:
      guard let last = done.popLast() else { return new }
      undone.append(last)
      return last.before
    case .redo:
      // What was undone before arranging began has no highlight.
      let next = undone.popLast() ?? Step(before: old, after: new)
      done.append(next)
      return next.after
    default:
      done.append(Step(before: old, after: new))
      undone = []
      return new
    }
  }
}
