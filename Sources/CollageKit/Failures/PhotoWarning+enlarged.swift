extension PhotoWarning {
  /// How much the photo is enlarged, if it is about that.
  var enlargement: Enlargement? {
    if case .enlarged(let enlargement) = cause { enlargement } else { nil }
  }

  /// One warning about all of them; nil where there are no more than so many.
  static func summary(of enlarged: [Enlargement], moreThan most: Int) -> PhotoWarning? {
    guard enlarged.count > most, let worst = enlarged.max(by: { $1.isGreater(than: $0) }) else {
      return nil
    }
    return PhotoWarning(address: nil, cause: .manyEnlarged(enlarged.count, most: worst))
  }
}

extension [PhotoWarning] {
  /// Up to so many photos of a collage are each told to be enlarged; `--explain` names all of them.
  private static var mostEnlarged: Int { 2 }

  /// The sentences about a collage for the user.
  package func messages(_ remedies: Remedies) -> [String] {
    let summary = PhotoWarning.summary(
      of: compactMap(\.enlargement), moreThan: Self.mostEnlarged)
    let told = summary.map { summary in filter { $0.enlargement == nil } + [summary] } ?? self
    return told.map { $0.message(remedies) }
  }
}
