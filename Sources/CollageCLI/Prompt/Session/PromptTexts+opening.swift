internal import CollageKit

extension PromptTexts {
  static func opened(_ reference: CollageReference, _ photos: [Photo]) -> String {
    let name =
      switch reference {
      case .id(let id): id.text
      case .file(let path): path.displayed
      }
    let count = photos.count == 1 ? "1 photo" : "\(photos.count) photos"
    return "opened \(count) of \(name); undo brings back what was chosen"
  }

  /// A warning.
  ///
  /// - Parameter number: the photo's, from 1.
  static func missing(_ photo: Photo, number: Int) -> String {
    "photo \(number), \(photo.path.displayed), was not found; give it with 'replace \(number) FILE', or start again with "
      + "the folder that it is in: --in"
  }

  static let laidOutAnew =
    "the photos are laid out differently than before; the version that saved the collage recorded less"

  /// A warning.
  static func otherFonts(than names: [String]) -> String {
    "its text was written in \(names.joined(separator: ", ")), which is not installed or has changed; other fonts are taken"
  }

  static let openingCancelled = "opening cancelled; nothing was changed"
}
