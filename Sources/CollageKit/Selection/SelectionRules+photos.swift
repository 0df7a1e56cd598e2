extension SelectionRules {
  /// Why a collage can't be saved while some of these photos are missing; nil if none is.
  package func refusalToSave(_ photos: [Photo]) -> Refusal? {
    let missing = photos.indices.filter { photos[$0].isMissing }
    guard let first = missing.first else { return nil }
    if missing.count == 1 {
      return Refusal(
        rule: .noneMissing,
        reason: "photo \(first + 1), \(photos[first].address.displayed), is missing",
        remedy: "supply it with 'replace \(first + 1) FILE', or remove it")
    }
    let numbers = missing.map { "\($0 + 1)" }.listed
    let names = missing.map { photos[$0].address.displayed }.listed
    return Refusal(
      rule: .noneMissing, reason: "photos \(numbers) (\(names)) are missing",
      remedy: "supply each with 'replace N FILE', or remove them")
  }
}
