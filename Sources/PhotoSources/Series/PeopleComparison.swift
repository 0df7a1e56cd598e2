internal import Imaging

/// Whether two photos show the same people, as far as their faces tell.
enum PeopleComparison: Sendable {
  case same
  case different
  /// There are no faces that could be compared.
  case unknown

  /// How many faces of a photo are compared, the largest ones.
  private static let maxFaces = 6
  /// A face that is less sharp than the other one by more than this, in hundredths of that, can't
  /// be told from it.
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
    if others.contains(where: { $0.look?.mayBeSame(as: look) ?? false }) { return .same }
    return others.contains { isUnclear(face, $0) } ? .unknown : .different
  }

  private static func isUnclear(_ face: PhotoTraits.Face, _ other: PhotoTraits.Face) -> Bool {
    guard let one = face.sharpness, let two = other.sharpness else { return false }
    return min(one, two) * 100 < sharpEnough * max(one, two)
  }
}
