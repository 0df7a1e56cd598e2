extension PhotoWarning {
  /// How much the photo is enlarged, if it is about that.
  var enlargement: Enlargement? {
    if case .enlarged(let enlargement) = cause { enlargement } else { nil }
  }

  /// One warning about all of them; nil where there are no more than so many.
  ///
  /// - Parameter names: of their files; empty to leave them out.
  static func summary(
    of enlarged: [Enlargement], _ names: [String] = [], moreThan most: Int
  ) -> PhotoWarning? {
    guard enlarged.count > most, let worst = enlarged.max(by: { $1.isGreater(than: $0) }) else {
      return nil
    }
    return PhotoWarning(
      address: nil, cause: .manyEnlarged(enlarged.count, most: worst, names: names))
  }
}

extension [PhotoWarning] {
  /// Up to so many photos of a collage are each told to be enlarged; `--explain` names all of them.
  private static var mostEnlarged: Int { 2 }

  /// The sentences about a collage for the user.
  package func messages(_ remedies: Remedies) -> [String] {
    let enlarged = filter { $0.enlargement != nil }
    let summary = PhotoWarning.summary(
      of: enlarged.compactMap(\.enlargement), enlarged.compactMap { $0.address?.name?.displayed },
      moreThan: Self.mostEnlarged)
    let told = summary.map { summary in filter { $0.enlargement == nil } + [summary] } ?? self
    return told.map { $0.message(remedies) }
  }
}
