extension [PhotoShape] {
  /// The place of the photo that should be by far the largest; nil if none should.
  var leader: Int? {
    let weights = map(\.weight)
    guard let heaviest = weights.max(), let next = weights.filter({ $0 < heaviest }).max(),
      weights.count(where: { $0 == heaviest }) == 1, heaviest >= Self.lead * next
    else { return nil }
    return weights.firstIndex(of: heaviest)
  }

  /// How many times as large as each other photo a leader should be at least.
  private static var lead: Double { 1.5 }
}
