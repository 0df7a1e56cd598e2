internal import CollageKit
internal import Imaging
internal import PhotoLayouts

/// What an arranging step has done.
struct ArrangingOutcome {
  /// The index of the photo to highlight next, from 0.
  var place: Int
  /// Why a rule has refused the step; nil if none has.
  var refusal: Refusal?
  /// Why the step has changed nothing that can be seen; nil if it has.
  var notice: String?
}

extension PromptSession {
  /// Performs a step for the photo at an index, from 0.
  ///
  /// - Parameter plan: the layout of the selection; nil if there is none, and then no photo has a
  ///   neighbour.
  func arrange(_ step: ArrangingStep, at place: Int, in plan: CollagePlan?) -> ArrangingOutcome {
    let selection = store.selection
    guard selection.photos.indices.contains(place) else { return ArrangingOutcome(place: place) }
    let plan = plan.flatMap { $0.placements.count == selection.count ? $0 : nil }
    func changed(_ refusal: Refusal?, next: Int? = nil) -> ArrangingOutcome {
      ArrangingOutcome(place: refusal == nil ? next ?? place : place, refusal: refusal)
    }
    func nothing(_ notice: String?) -> ArrangingOutcome {
      ArrangingOutcome(place: place, notice: notice)
    }
    switch step {
    case .choose(let direction), .move(let direction):
      guard let target = plan?.layout.neighbour(of: place, to: direction) else {
        return nothing(ArrangingTexts.noPhoto(direction))
      }
      if case .choose = step { return ArrangingOutcome(place: target) }
      return changed(store.swap(place, target), next: target)
    case .number(let number):
      guard selection.photos.indices.contains(number - 1) else {
        return nothing(ArrangingTexts.noPhoto(number))
      }
      return ArrangingOutcome(place: number - 1)
    case .nudge(let across, let down): return nudge(place, across, down, in: plan)
    case .weigh(let factor): return weigh(place, by: factor)
    case .toggleWhole: return changed(store.set { $0[photo: place].keepsWhole.toggle() })
    case .turn(let turn): return changed(store.set { $0[photo: place].turnFurther(turn) })
    case .remove:
      return changed(
        store.remove(at: [place]), next: min(place, max(selection.count - 2, 0)))
    case .pick(let offset):
      guard let plan else { return nothing(nil) }
      guard plan.choices > 1 else { return nothing(ArrangingTexts.onlyLayout) }
      let pick = (selection.options.layout.pick - 1 + offset + plan.choices) % plan.choices + 1
      return changed(store.set { $0.layout.pick = pick })
    case .undo: return changed(store.undo())
    case .redo:
      // In other programs r rotates.
      return store.state[.redo]?.rule == .somethingToRedo
        ? nothing(ArrangingTexts.nothingToRedo) : changed(store.redo())
    case .help, .end: return nothing(nil)
    }
  }

  private func nudge(
    _ place: Int, _ across: Double, _ down: Double, in plan: CollagePlan?
  ) -> ArrangingOutcome {
    let options = store.selection.options[photo: place]
    let placement = plan?.placements.dropFirst(place).first
    // Start from where the photo is cropped now, which may depend on its faces.
    let focus = options.focus?.point ?? placement?.focus ?? .centre
    let next = FocusPoint(
      x: (focus.x + across).roundedToHundredths, y: (focus.y + down).roundedToHundredths)
    if next == focus {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.focusAtEdge(across, down))
    }
    let refusal = store.set { $0[photo: place].focus = next.map(PhotoFocus.point) }
    guard refusal == nil, let placement else {
      return ArrangingOutcome(place: place, refusal: refusal)
    }
    let isCropped =
      across == 0
      ? placement.crop.height < Double(placement.photo.size.height) - 0.5
      : placement.crop.width < Double(placement.photo.size.width) - 0.5
    return ArrangingOutcome(
      place: place, notice: isCropped ? nil : ArrangingTexts.notCropped(place + 1, across))
  }

  private func weigh(_ place: Int, by factor: Double) -> ArrangingOutcome {
    let weight = store.selection.options.weight(ofPhoto: place)
    // In hundredths, of which small weights have few: at least one further.
    let scaled = (weight * factor * 100).rounded() / 100
    let step = factor > 1 ? max(scaled, weight + 0.01) : min(scaled, weight - 0.01)
    let next = min(
      max((step * 100).rounded() / 100, Self.weights.lowerBound), Self.weights.upperBound)
    if next == weight {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.weightAtEnd(factor > 1, weight))
    }
    let refusal = store.set { $0[photo: place].weight = next }
    let layout = store.selection.options.layout
    let isIdle = refusal == nil && layout.style != .mosaic
    return ArrangingOutcome(
      place: place, refusal: refusal,
      notice: isIdle ? ArrangingTexts.idleWeight(layout.style.rawValue) : nil)
  }

  private static let weights = 0.01...100.0
}

/// Why a key has no effect while photos are arranged.
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

  static func idleWeight(_ style: String) -> String {
    "weights change nothing in the layout \(style); 'layout mosaic' looks for sizes"
  }

  static func focusAtEdge(_ across: Double, _ down: Double) -> String {
    let edge =
      if across == 0 { down < 0 ? "upper" : "lower" } else { across < 0 ? "left" : "right" }
    return "the crop is already at the photo's \(edge) edge"
  }

  static func notCropped(_ number: Int, _ across: Double) -> String {
    let sides = across == 0 ? "at the top or bottom" : "at the sides"
    return "in this layout, photo \(number) isn't cropped \(sides)"
  }

  static func weightAtEnd(_ isLargest: Bool, _ weight: Double) -> String {
    "\(weight.shortText) is the \(isLargest ? "largest" : "smallest") weight"
  }

  static let nothingToRedo = "nothing to redo; t rotates"

  static let onlyLayout =
    "this is the only layout of these photos; try another style, such as 'layout grid'"

  static func noSuchKey(_ key: String) -> String {
    "\(key == " " ? "Space" : key) does nothing here; ? lists the keys"
  }
}

extension Double {
  /// Rounded to hundredths, and limited to 0...1.
  fileprivate var roundedToHundredths: Double { min(max((self * 100).rounded() / 100, 0), 1) }
}
