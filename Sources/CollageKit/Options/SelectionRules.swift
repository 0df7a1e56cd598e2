/// The rules about the number of photos in a collage.
package struct SelectionRules: Hashable, Sendable {
  /// The largest number of photos in one collage.
  package var maxCount = 6
  /// Whether a collage must have an even number of photos.
  package var needsEvenCount = true
  /// Whether a single photo is enough, because a sheet repeats it.
  var takesSingle = false
  /// The openings of a template, whose number replaces both of these; nil without one.
  var openings: OpeningRule?

  package var allowsAnyCount: Bool {
    get { !needsEvenCount }
    set { needsEvenCount = !newValue }
  }

  /// How many more photos than `count` there may be.
  package func room(beside count: Int) -> Int { max((openings?.count ?? maxCount) - count, 0) }

  /// Why `added` more photos can't be added to `count`; nil when they can.
  package func refusalToAdd(_ added: Int = 1, to count: Int) -> Refusal? {
    if let openings { return openings.refusalToAdd(added, to: count) }
    guard count + added > maxCount else { return nil }
    let limit =
      "a collage has at most \(maxCount == 6 ? "six" : "\(maxCount)") "
      + "photo\(maxCount == 1 ? "" : "s")"
    if count == 0 {
      return Refusal(
        rule: .atMost(maxCount), reason: "\(limit), not \(added)", remedy: "leave some out",
        count: added)
    }
    let room = room(beside: count)
    return Refusal(
      rule: .atMost(maxCount),
      reason: room == 0 ? limit : "\(limit), so only \(room) more can be added",
      remedy: room == 0 ? "remove one first" : "add fewer")
  }

  /// Why a collage of `count` photos can't be saved; nil when it can.
  package func refusalToSave(_ count: Int) -> Refusal? {
    if let openings { return openings.refusalToSave(count) }
    if count == 0 {
      return Refusal(
        rule: .somethingChosen, reason: "there are no photos",
        remedy: needsEvenCount ? "add two first" : "add one first")
    }
    guard needsEvenCount, count % 2 != 0, !(takesSingle && count == 1) else { return nil }
    return Refusal(
      rule: .evenCountToSave, reason: "a collage needs an even number of photos, not \(count)",
      remedy: count == 1 ? "add another" : count < maxCount ? "add or remove one" : "remove one",
      count: count)
  }

  /// Why a collage can't be made of `count` photos; nil when it can.
  package func refusal(of count: Int) -> Refusal? {
    refusalToAdd(count, to: 0) ?? refusalToSave(count)
  }

  /// The largest number of photos up to `count` of which a collage can be made; nil if there is
  /// none.
  package func largestCount(upTo count: Int) -> Int? {
    (1...max(count, 1)).last { $0 <= count && refusal(of: $0) == nil }
  }

  /// Why photos can't be removed, replaced or cleared; nil when they can.
  package func refusalToChange(_ count: Int) -> Refusal? {
    count == 0
      ? Refusal(rule: .somethingChosen, reason: "there are no photos", remedy: "add some first")
      : nil
  }

  /// Why photos at these places, from 0, can't be changed; nil when all of them are there.
  package func refusalToChange(at places: some Sequence<Int>, of count: Int) -> Refusal? {
    places.allSatisfy((0..<count).contains)
      ? nil
      : Refusal(
        rule: .existingPhotos, reason: "there is no such photo", remedy: "choose one from the list")
  }

  /// Why photos can't change places; nil when they can.
  package func refusalToMove(_ count: Int) -> Refusal? {
    guard count < 2 else { return nil }
    return Refusal(
      rule: .severalChosen, reason: count == 0 ? "there are no photos" : "there is only one photo",
      remedy: count == 0 ? "add two first" : "add another first")
  }
}
