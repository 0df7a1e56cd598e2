internal import Imaging

/// Whether two photos show the same people, as far as their faces tell.
enum PeopleComparison: Sendable {
  case same
  case different
  /// There are no faces that could be compared.
  case unknown

  /// How many faces of a photo are compared, the largest ones.
  private static let maxFaces = 6
  /// The similarity from which it may be the same face, and from which it may be if one of them is
  /// blurred.
  private static let sameFace = 0.76
  private static let sameIfBlurred = 0.62
  /// A face that is less sharp than this share of the other one's sharpness, in hundredths, is
  /// blurred.
  private static let sharpEnough = 80

  init(_ first: PhotoTraits, _ second: PhotoTraits) {
    let one = Self.largest(first.faces)
    let two = Self.largest(second.faces)
    guard !one.isEmpty, !two.isEmpty else {
      self = .unknown
      return
    }
    let (fewer, more) = one.count <= two.count ? (one, two) : (two, one)
    var (all, same, unclear) = (0, 0, 0)
    for face in fewer {
      all += face.area
      switch Self.compare(face, with: more) {
      case .same: same += face.area
      case .unknown: unclear += face.area
      case .different: break
      }
    }
    // Large faces count more than those of people who happen to be in the background.
    if 2 * same >= all {
      self = .same
    } else {
      self = 2 * (same + unclear) >= all ? .unknown : .different
    }
  }

  private static func largest(_ faces: [PhotoTraits.Face]) -> ArraySlice<PhotoTraits.Face> {
    faces.filter { $0.look != nil }.sorted { $0.area > $1.area }.prefix(maxFaces)
  }

  private static func compare(
    _ face: PhotoTraits.Face, with others: ArraySlice<PhotoTraits.Face>
  ) -> PeopleComparison {
    guard let look = face.look else { return .unknown }
    var result = PeopleComparison.different
    for other in others {
      let similarity = other.look?.similarity(to: look) ?? -1
      if similarity >= sameFace { return .same }
      if similarity >= sameIfBlurred, isBlurred(face, other) { result = .unknown }
    }
    return result
  }

  private static func isBlurred(_ face: PhotoTraits.Face, _ other: PhotoTraits.Face) -> Bool {
    guard let one = face.sharpness, let two = other.sharpness else { return false }
    return min(one, two) * 100 < sharpEnough * max(one, two)
  }
}
