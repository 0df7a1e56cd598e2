internal import CollageKit
internal import PhotoLayouts
internal import ReactiveTraits

/// Keys that make photos larger and smaller.
extension PromptSession {
  /// Makes a photo larger or smaller, by the smallest of a few weights that does; what the opposite
  /// key did before is taken back.
  func weigh(_ place: Int, isLarger: Bool) -> ArrangingOutcome {
    if let notice = idleWeights { return ArrangingOutcome(place: place, notice: notice) }
    let selection = store.selection
    let weight = selection.options.weight(ofPhoto: place)
    let weights = Self.weights(from: weight, isLarger: isLarger)
    if weights.isEmpty {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.weightAtEnd(isLarger, weight))
    }
    let earlier = sizeSteps.before(selection, at: place, isLarger: isLarger)
    let candidates =
      [earlier].compactMap(\.self)
      + weights.map { next in searched { $0[photo: place].weight = next } }
    return ArrangingOutcome(
      place: place,
      trial: SizeTrial(
        place: place, isLarger: isLarger, selection: selection, candidates: candidates))
  }

  /// Gives a photo the weight that it has without one of its own.
  func unweigh(_ place: Int) -> ArrangingOutcome {
    if let notice = idleWeights { return ArrangingOutcome(place: place, notice: notice) }
    let usual = PhotoOptions().weight
    guard store.selection.options[photo: place].weight != usual else {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.usualWeight(place + 1))
    }
    let next = searched { $0[photo: place].weight = usual }
    return ArrangingOutcome(place: place, refusal: store.set { $0 = next.options })
  }

  /// Makes a photo the largest, with the smallest of a few weights that does, and gives all others
  /// the same weight.
  func lead(_ place: Int) -> ArrangingOutcome {
    if let notice = idleWeights { return ArrangingOutcome(place: place, notice: notice) }
    let selection = store.selection
    let lead = max(selection.options.layout.lead, Self.leastLead)
    let weights = [lead] + Self.weights(from: lead, isLarger: true)
    let candidates = weights.map { weight in
      searched { options in
        options.layout.lead = 1
        for other in selection.photos.indices {
          options[photo: other].weight = other == place ? weight : PhotoOptions().weight
        }
      }
    }
    if candidates.contains(selection) {
      return ArrangingOutcome(place: place, notice: ArrangingTexts.leadsAlready(place + 1))
    }
    return ArrangingOutcome(
      place: place,
      trial: SizeTrial(
        place: place, isLarger: true, leads: true, selection: selection, candidates: candidates,
        success: ArrangingTexts.leads(place + 1)))
  }

  /// How many times as large as the others a photo is to be that leads, at least.
  private static let leastLead = 3.0

  /// Takes the first of the trial's options that changes the photo's size.
  ///
  /// - Parameter found: nil if none does.
  func finish(_ trial: SizeTrial, with found: Selection?) -> ArrangingOutcome {
    var outcome = ArrangingOutcome(place: trial.place)
    guard store.selection == trial.selection else { return outcome }
    guard let found else {
      outcome.notice = ArrangingTexts.noOtherSize(trial.place + 1, isLarger: trial.isLarger)
      return outcome
    }
    outcome.refusal = store.set { $0 = found.options }
    if sizeSteps.note(trial, found) { return outcome }
    let layout = trial.selection.options.layout
    let wasChosen = layout.tree != nil || layout.placed != nil || layout.pick > 1
    outcome.notice = trial.success ?? (wasChosen ? ArrangingTexts.searchedAgain : nil)
    return outcome
  }

  /// The selection with changed options, whose layout is searched for.
  private func searched(_ body: (inout CollageOptions) -> Void) -> Selection {
    var selection = store.selection
    body(&selection.options)
    selection.options.layout.releaseTree()
    return selection
  }

  /// Why weights change nothing; nil where they do.
  private var idleWeights: String? {
    let options = store.selection.options
    if options.pictures.template != nil { return ArrangingTexts.idleInTemplate }
    return options.layout.style == .mosaic
      ? nil : ArrangingTexts.idleWeight(options.layout.style.rawValue)
  }

  private static let weightRange = 0.01...100.0

  /// How many times in a row a weight is multiplied: layouts are few, and a small change may lead
  /// to none other.
  private static let steps = [1, 2, 3, 5, 8, 13, 21]

  private static func weights(from weight: Double, isLarger: Bool) -> [Double] {
    let all = steps.map { count in
      let factor = (0..<count).reduce(1.0) { product, _ in product * (isLarger ? 1.25 : 0.8) }
      // In hundredths, of which small weights have few: at least one further.
      let scaled = (weight * factor * 100).rounded() / 100
      let next = isLarger ? max(scaled, weight + 0.01) : min(scaled, weight - 0.01)
      let rounded = (next * 100).rounded() / 100
      return min(max(rounded, weightRange.lowerBound), weightRange.upperBound)
    }
    return all.filter { $0 != weight }.uniqued()
  }
}
