internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage

/// What the prompt says about commands that were carried out, or can't be.
enum PromptTexts {
  // MARK: Photos

  static func added(_ photos: [Photo]) -> String { "added \(names(photos))" }

  static func noRoom(for photos: [Photo], _ refusal: Refusal) -> String { "no room for \(names(photos)); \(refusal)" }

  static func replaced(_ place: Int, with photo: Photo) -> String { "photo \(place) is now \(names([photo]))" }

  static func removed(_ places: [Int]) -> String {
    let list = places.map(String.init).joined(separator: ", ")
    return "removed photo\(places.count == 1 ? "" : "s") \(list)"
  }

  static func moved(from source: Int, to target: Int) -> String { "photo \(source) is now photo \(target)" }

  static func swapped(_ first: Int, _ second: Int) -> String { "photos \(first) and \(second) changed places" }

  static let cleared = "all photos are taken out; undo brings them back"

  static func undone(to state: SelectionState) -> String { "undone: \(state.titleInSentence)" }

  static func redone(to state: SelectionState) -> String { "made again: \(state.titleInSentence)" }

  static func noPhoto(_ place: Int, of count: Int) -> String {
    "there is no photo \(place); " + (count == 1 ? "there is only photo 1" : "choose from 1 to \(count)")
  }

  /// The photos' names; only the first 12 of more than 14, since a whole folder would scroll everything else away.
  private static func names(_ photos: [Photo]) -> String {
    let shown = photos.prefix(photos.count > 14 ? 12 : 14)
      .map(\.name)
      .joined(separator: ", ")
    return photos.count > 14 ? "\(shown) and \(photos.count - 12) more" : shown
  }

  // MARK: Answers

  /// - Parameter placements: the photos in their frames; nil when there is no layout for them.
  static func list(_ photos: [Photo], _ placements: [Placement]?) -> [String] {
    if photos.isEmpty { return ["no photos yet; add some"] }
    return photos.enumerated().map { index, photo in
      let orientation = photo.header.orientation
      let turned = orientation == .up ? "" : ", turned (EXIF \(orientation.rawValue))"
      let crop = placements?[index].croppedShare
      let cropped = crop.map { ", \(Int(($0 * 100).rounded())) % cropped" } ?? ""
      let format = photo.header.format.rawValue.uppercased()
      return "\(index + 1)  \(photo.path.displayed)  \(format) \(photo.size)\(turned)\(cropped)"
    }
  }

  /// "mosaic", or "mosaic, 3 of 22".
  ///
  /// - Parameter choices: how many layouts of this style there are; nil when there is none.
  static func layout(_ options: LayoutOptions, choices: Int?) -> String {
    options.name + (choices.map { $0 > 1 ? ", \(options.pick) of \($0)" : "" } ?? "")
  }

  static let nothingToLayOut = "there is no layout to choose from; add photos first"

  static func help(_ name: CommandName?) -> [String] {
    let names = name.map { [$0] } ?? CommandName.allCases
    let width = names.map(\.usage.count).max() ?? 0
    return names.map { $0.usage + String(repeating: " ", count: width - $0.usage.count + 2) + $0.summary }
  }

  // MARK: Saving and leaving

  static func saved(_ made: SavedCollage) -> String {
    let count = made.placements.count
    return "saved \(count) photo\(count == 1 ? "" : "s") as \(made.id)  "
      + "\(UserFolders.abbreviated(made.asset.path))  \(made.size), \(readable(made.asset.bytes))"
  }

  static let saveCancelled = "save cancelled; nothing was written"

  static func notSaved(_ state: SelectionState) -> String {
    "\(state.title) not saved; save first, or quit again to leave"
  }

  /// "842 kB".
  private static func readable(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\((bytes + 500) / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
  }
}

extension Photo {
  /// The file's name, for display.
  var name: String { path.lastComponent.map { FilePath(root: nil, [$0]).displayed } ?? path.displayed }
}

extension SelectionState {
  /// "Collage", the title without photos, becomes "no photos".
  fileprivate var titleInSentence: String { count == 0 ? "no photos" : title }
}
