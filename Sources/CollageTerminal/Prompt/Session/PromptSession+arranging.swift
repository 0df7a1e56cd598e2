internal import CollageKit
internal import Imaging
internal import PhotoLayouts
internal import ReactiveTraits

/// What an arranging step has done.
struct ArrangingOutcome {
  /// The index of the photo to highlight next, from 0.
  var place: Int
  /// Why a rule has refused the step; nil if none has.
  var refusal: Refusal?
  /// Why the step has changed nothing that can be seen, or what it did; nil if that is seen.
  var notice: String?
  /// What remains to be tried; nil for nothing.
  var trial: SizeTrial?
}

extension PromptSession {
  /// Performs a step for the photo at an index, from 0.
  ///
  /// - Parameter plan: the layout of the selection; nil if there is none, and then no photo has a
  ///   neighbour.
  func arrange(_ step: ArrangingStep, at place: Int, in plan: CollagePlan?) -> ArrangingOutcome {
    let selection = store.selection
    guard selection.photos.indices.contains(place) else { return ArrangingOutcome(place: place) }
    let found = plan
    let plan = plan.flatMap { $0.placements.count == selection.count ? $0 : nil }
    func changed(_ refusal: Refusal?) -> ArrangingOutcome {
      ArrangingOutcome(place: place, refusal: refusal)
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
      return swapPlaces(place, target, in: plan)
    case .number(let number):
      guard selection.photos.indices.contains(number - 1) else {
        return nothing(ArrangingTexts.noPhoto(number))
      }
      return ArrangingOutcome(place: number - 1)
    case .nudge(let across, let down): return nudge(place, across, down, in: found)
    case .zoom(let isCloser): return zoom(place, isCloser: isCloser, in: found)
    case .cropAutomatically: return cropAutomatically(place)
    case .enlarge: return weigh(place, isLarger: true)
    case .reduce: return weigh(place, isLarger: false)
    case .unweigh: return unweigh(place)
    case .lead: return lead(place)
    case .toggleWhole: return toggleWhole(place, in: plan)
    case .turn(let turn): return changed(store.set { $0[photo: place].turnFurther(turn) })
    case .remove: return remove(place)
    case .pick(let offset): return pick(offset, at: place, in: plan)
    case .undo: return changed(store.undo())
    case .redo:
      // In other programs r rotates.
      return store.state[.redo]?.rule == .somethingToRedo
        ? nothing(ArrangingTexts.nothingToRedo) : changed(store.redo())
    case .help, .back, .end: return nothing(nil)
    }
  }

  // MARK: Places

  /// Swaps two photos: each goes where the other one was, and the others stay where they are.
  ///
  /// - Parameters:
  ///   - place: that of the photo to highlight then where `target` is.
  ///   - plan: the layout of the selection; nil if it isn't known.
  func swapPlaces(_ place: Int, _ target: Int, in plan: CollagePlan?) -> ArrangingOutcome {
    let selection = store.selection
    func outcome(_ refusal: Refusal?, _ notice: String? = nil) -> ArrangingOutcome {
      ArrangingOutcome(
        place: refusal == nil ? target : place, refusal: refusal,
        notice: refusal == nil ? notice : nil)
    }
    let options = selection.options
    if selection.photos[place] == selection.photos[target],
      options[photo: place] == options[photo: target]
    {
      return outcome(nil, ArrangingTexts.samePhoto)
    }
    guard let tree = plan.flatMap({ keptTree(swapping: place, target, in: $0) }) else {
      return outcome(store.swap(place, target))
    }
    let trial = SelectionStore(selection)
    if let refusal = trial.swap(place, target, also: { $0.keep(tree) }) { return outcome(refusal) }
    guard canBeLaidOut(trial.selection) else {
      return outcome(
        store.swap(place, target) { $0.options.layout.releaseTree() }, ArrangingTexts.laidOutAnew)
    }
    let wasGiven = options.layout.tree != nil && !options.layout.isArranged
    return outcome(
      store.swap(place, target) { $0.keep(tree) }, wasGiven ? ArrangingTexts.ownShapes : nil)
  }

  /// With more photos the search for the layout that they are in would be waited for.
  static let mostSwappedInPlace = 12

  /// The same for the command of somebody who sees the collage. A script, which doesn't, goes on with
  /// the best layout of the new order.
  func swapPlaces(of first: PhotoReference, _ second: PhotoReference) -> CommandOutcome {
    let before = store.selection
    let plan = try? layouts.plan(for: before).wait().get()
    var notice: String?
    var outcome = change(first, second, success: PromptTexts.swapped) { place, target in
      let arranged = swapPlaces(place, target, in: plan)
      notice = arranged.notice
      return arranged.refusal
    }
    if store.selection != before { outcome.warnings += [notice].compactMap(\.self) }
    return outcome
  }

  /// The tree that goes on when two photos are swapped; nil where what lays them out now does.
  private func keptTree(swapping place: Int, _ target: Int, in plan: CollagePlan) -> SlicingTree? {
    let layout = store.selection.options.layout
    guard plan.template == nil, layout.placed == nil else { return nil }
    guard let tree = layout.tree else {
      return layout.style == .mosaic ? plan.layout.tree : nil
    }
    if layout.isArranged { return tree }
    // The frames of a given layout are exact, but not for photos that would lose much in them.
    let (first, second) = (plan.placements[place], plan.placements[target])
    return first.shareCropped(in: second.frame) > Self.mostCropped
      || second.shareCropped(in: first.frame) > Self.mostCropped ? tree : nil
  }

  /// Whether the canvas has room for a layout that is given.
  private func canBeLaidOut(_ selection: Selection) -> Bool {
    if case .success(let found) = layouts.layouts(1...1, of: selection).wait() {
      return !found.isEmpty
    }
    return false
  }

  /// The share of a photo that may be cropped when it is moved to another frame.
  private static let mostCropped = 0.3

  private func remove(_ place: Int) -> ArrangingOutcome {
    let layout = store.selection.options.layout
    let kept = layout.tree.flatMap { $0.without([place]) }
    let refusal = store.remove(at: [place]) { selection in
      if layout.placed == nil { selection.keep(kept) }
    }
    return ArrangingOutcome(
      place: refusal == nil ? min(place, max(store.selection.count - 1, 0)) : place,
      refusal: refusal)
  }

  // MARK: Crops

  private func nudge(
    _ place: Int, _ across: Double, _ down: Double, in plan: CollagePlan?
  ) -> ArrangingOutcome {
    let options = store.selection.options[photo: place]
    guard let placement = plan?.placements.dropFirst(place).first else {
      return ArrangingOutcome(place: place)
    }
    // Start from where the photo is cropped now, which may depend on its faces.
    let focus = options.focus?.point ?? placement.focus ?? .centre
    let size = placement.photo.size
    let x = FocusRange(shown: placement.crop.width, of: size.width)
    let y = FocusRange(shown: placement.crop.height, of: size.height)
    guard (across == 0 ? y : x).canMove else {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.notCropped(place + 1, across))
    }
    guard
      let next = FocusPoint(
        x: across == 0 ? focus.x : x.moved(focus.x, by: across),
        y: down == 0 ? focus.y : y.moved(focus.y, by: down)),
      across == 0 ? y.movesCrop(focus.y, next.y) : x.movesCrop(focus.x, next.x)
    else {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.focusAtEdge(across, down))
    }
    let tree = plan.flatMap { keptTree(croppingIn: $0) }
    let refusal = store.set { options in
      options[photo: place].focus = .point(next)
      if let tree { options.layout.keep(tree) }
    }
    return ArrangingOutcome(place: place, refusal: refusal)
  }

  /// How many times as large a key shows a photo.
  private static let zoomStep = 1.25

  private func zoom(_ place: Int, isCloser: Bool, in plan: CollagePlan?) -> ArrangingOutcome {
    let options = store.selection.options[photo: place]
    let factor = isCloser ? Self.zoomStep : 1 / Self.zoomStep
    let wanted = (options.zoom * factor * 100).rounded() / 100
    let range = PhotoOptions.zoomRange
    let next = min(max(wanted, range.lowerBound), range.upperBound)
    if options.keepsWhole {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.wholeIsNotZoomed(place + 1))
    }
    if next == options.zoom {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.zoomAtEnd(isCloser))
    }
    let tree = plan.flatMap { keptTree(croppingIn: $0) }
    let refusal = store.set { options in
      options[photo: place].zoom = next
      if let tree { options.layout.keep(tree) }
    }
    return ArrangingOutcome(place: place, refusal: refusal)
  }

  /// The tree that goes on when a crop moves; nil where the layout doesn't depend on crops. Where
  /// somebody is shown, another layout might cut nobody, but then all photos would go elsewhere.
  private func keptTree(croppingIn plan: CollagePlan) -> SlicingTree? {
    let layout = store.selection.options.layout
    guard plan.template == nil, layout.placed == nil, layout.tree == nil, layout.style == .mosaic,
      plan.placements.contains(where: \.showsFaces)
    else { return nil }
    return plan.layout.tree
  }

  private func cropAutomatically(_ place: Int) -> ArrangingOutcome {
    switch store.selection.options[photo: place].focus {
    case nil, .settled:
      ArrangingOutcome(place: place, notice: ArrangingTexts.croppedAutomatically(place + 1))
    case .centre, .point:
      ArrangingOutcome(place: place, refusal: store.set { $0[photo: place].focus = nil })
    }
  }

  private func toggleWhole(_ place: Int, in plan: CollagePlan?) -> ArrangingOutcome {
    let refusal = store.set { $0[photo: place].keepsWhole.toggle() }
    let isWhole = plan.map { $0.placements[place].croppedShare < Self.leastSeen } ?? false
    let isIdle = refusal == nil && isWhole && store.selection.options[photo: place].keepsWhole
    return ArrangingOutcome(
      place: place, refusal: refusal, notice: isIdle ? ArrangingTexts.wholeAnyway(place + 1) : nil)
  }

  /// The least share of a photo that is said to be cropped.
  private static let leastSeen = 0.005

  // MARK: Layouts

  private func pick(_ offset: Int, at place: Int, in plan: CollagePlan?) -> ArrangingOutcome {
    func nothing(_ notice: String?) -> ArrangingOutcome {
      ArrangingOutcome(place: place, notice: notice)
    }
    let options = store.selection.options
    if options.pictures.template == nil, options.layout.tree != nil || options.layout.placed != nil
    {
      let refusal = store.set { $0.layout.releaseTree() }
      return ArrangingOutcome(
        place: place, refusal: refusal,
        notice: refusal == nil ? ArrangingTexts.searchedAgain : nil)
    }
    guard let plan else { return nothing(nil) }
    guard plan.choices > 1 else { return nothing(ArrangingTexts.onlyLayout) }
    let pick = options.layout.pick + offset
    if pick < 1 { return nothing(ArrangingTexts.firstLayout) }
    if pick > plan.choices { return nothing(ArrangingTexts.lastLayout) }
    return ArrangingOutcome(place: place, refusal: store.set { $0.layout.pick = pick })
  }
}

/// Where the focus of a crop can be along one side of a photo, from 0 to 1.
private struct FocusRange {
  /// The share of the photo that isn't shown.
  private let hidden: Double
  private let length: Double

  /// - Parameters:
  ///   - shown: how many pixels of the photo are shown.
  ///   - length: how many it has.
  init(shown: Double, of length: Int) {
    self.length = Double(length)
    hidden = max(1 - shown / Double(length), 0)
  }

  /// Whether it is cropped at all.
  var canMove: Bool { hidden * length > 0.5 }

  /// The centre of the crop that a focus leads to.
  private func centre(_ focus: Double) -> Double {
    min(max(focus, 0.5 - hidden / 2), 0.5 + hidden / 2)
  }

  /// The focus in hundredths, moved from where the crop is, at most so far that it reaches an edge.
  func moved(_ focus: Double, by distance: Double) -> Double {
    let next = ((centre(focus) + distance) * 100).rounded()
    let first = ((0.5 - hidden / 2) * 100).rounded(.down)
    let last = ((0.5 + hidden / 2) * 100).rounded(.up)
    return min(max(next, first), last) / 100
  }

  /// Whether the crop is another one that can be told apart.
  func movesCrop(_ focus: Double, _ next: Double) -> Bool {
    abs(centre(focus) - centre(next)) * length > 0.01
  }
}

extension Placement {
  /// The share of the photo's area that would be cropped in another frame.
  fileprivate func shareCropped(in frame: Frame) -> Double {
    let ratio = Double(photo.size.width) / Double(photo.size.height)
    let wanted = Double(frame.photoSize.width) / Double(frame.photoSize.height)
    return 1 - min(ratio / wanted, wanted / ratio)
  }
}
