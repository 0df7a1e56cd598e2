internal import CollageKit
internal import Imaging
internal import PhotoLayouts

/// The sizes that a photo was given one after the other, so that the opposite key takes them back one
/// by one.
struct SizeSteps {
  private struct Step {
    let place: Int
    let isLarger: Bool
    let before: Selection
    let after: Selection
  }

  private var steps: [Step] = []

  /// What was before the step that led to a selection, if that was one in the opposite direction;
  /// nil if it wasn't.
  func before(_ selection: Selection, at place: Int, isLarger: Bool) -> Selection? {
    guard let last = steps.last, last.after == selection, last.place == place,
      last.isLarger != isLarger
    else { return nil }
    return last.before
  }

  /// Notes a step, or that one was taken back, for which it returns true.
  mutating func note(_ trial: SizeTrial, _ found: Selection) -> Bool {
    if !trial.leads,
      before(trial.selection, at: trial.place, isLarger: trial.isLarger) == found
    {
      steps.removeLast()
      return true
    }
    if steps.last?.after != trial.selection { steps = [] }
    steps.append(
      Step(
        place: trial.place, isLarger: trial.isLarger, before: trial.selection, after: found))
    return false
  }
}

/// Options with which a photo may get another size. Only a layout shows whether it does, so they
/// are laid out one after the other.
struct SizeTrial {
  /// The index of the photo, from 0.
  let place: Int
  let isLarger: Bool
  /// Whether it must become the largest of all.
  var leads = false
  /// From what the trial starts.
  let selection: Selection
  /// The first of these that changes the photo's size is taken.
  let candidates: [Selection]
  /// What is said then; nil for nothing.
  var success: String?

  /// By how much of its area a photo must grow or shrink so that somebody sees it.
  private static let leastChange = 1.02
  /// How many times as large as any other a photo is that leads.
  private static let leastLead = 1.2

  /// Whether the photo's share of the canvas is larger, or smaller, than it was.
  func changesSize(from before: CollageLayout, to after: CollageLayout) -> Bool {
    let new = share(of: place, in: after)
    if leads {
      return after.frames.indices.allSatisfy { other in
        other == place || new >= share(of: other, in: after) * Self.leastLead
      }
    }
    let old = share(of: place, in: before)
    return isLarger ? new > old * Self.leastChange : new * Self.leastChange < old
  }

  private func share(of place: Int, in layout: CollageLayout) -> Double {
    Double(layout.frames[place].size.pixels) / Double(layout.canvas.pixels)
  }
}
