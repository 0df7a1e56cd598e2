internal import CollageKit
internal import Imaging
internal import LineEditing
internal import PhotoLayouts
internal import SystemPackage
internal import TerminalPictures

/// Completions of the word under the cursor: enabled commands, picture files and folders, photos,
/// or values of settings.
enum TabCompletion {
  /// - Parameter library: nil if there is none.
  static func candidates(
    for cursor: WordUnderCursor, _ selection: Selection, _ state: SelectionState,
    _ library: PhotoLibrary?
  ) -> [Completion.Candidate] {
    let word = cursor.word
    guard let command = cursor.preceding.first?.text else {
      let commands = names(
        CommandName.allCases.filter { $0.isEnabled(in: state) }.map(\.rawValue) + settingNames,
        beginning: word.text)
      // A line may begin with a file's name.
      return commands.isEmpty && !word.text.isEmpty ? files(word) : commands
    }
    let place = cursor.preceding.count
    switch HelpTopic(command) {
    case .command(.open), .command(.view), .command(.copy):
      guard place == 1 else { return [] }
      if case .command(.open) = HelpTopic(command), CollageReference.isFile(word.text) {
        return files(word)
      }
      guard let library else { return [] }
      return CollageCandidate.all(in: library, beginning: word.text).map {
        Completion.Candidate($0.id, label: "\($0.id.prefix(8)) \($0.description)")
      }
    case .command(let name): return candidates(for: name, word, place, selection)
    case .setting(let setting) where setting.form.namesPicture:
      return place == 1 ? files(word) : []
    case .setting(let setting): return place == 1 ? values(of: setting, beginning: word.text) : []
    case .photoSetting(let setting):
      let choices =
        place == 1 ? setting.ofAllPhotos?.form.choices ?? [] : setting.form.choices + ["default"]
      let values = names(choices, beginning: word.text)
      return values
        + (place == 1 || setting.form.isFlag ? numbers(selection, beginning: word.text) : [])
    case .everything, .subject, nil: return []
    }
  }

  private static func candidates(
    for command: CommandName, _ word: ShellWord, _ place: Int, _ selection: Selection
  ) -> [Completion.Candidate] {
    switch command {
    case .add, .pick: return files(word)
    case .remove: return photos(selection, beginning: word.text)
    case .move, .swap: return place <= 2 ? numbers(selection, beginning: word.text) : []
    case .replace where place == 1: return numbers(selection, beginning: word.text)
    case .replace where place == 2: return files(word)
    case .save: return place == 1 ? files(word) : []
    case .layout where place == 1:
      return names(LayoutStyle.allCases.map(\.rawValue) + ["next", "prev"], beginning: word.text)
    case .look where place == 1:
      return names(Look.names + UserSettings().lookNames + ["none"], beginning: word.text)
    case .setDefault:
      return place == 1
        ? names(["layout", "look"] + settingNames, beginning: word.text)
        : numbers(selection, beginning: word.text)
    case .describe where place == 1:
      return numbers(selection, beginning: word.text) + names(["changes"], beginning: word.text)
    case .preview where place == 1:
      return names(["on"] + PictureMode.allCases.map(\.rawValue), beginning: word.text)
    case .help where place == 1:
      let topics = HelpTopic.names + HelpSubject.allCases.map(\.rawValue) + ["all"]
      return names(topics.uniqued(), beginning: word.text)
    default: return []
    }
  }

  private static let settingNames =
    Setting<CollageOptions>.commands.map(\.name) + Setting<PhotoOptions>.all.map(\.name)

  private static func names(_ names: [String], beginning: String) -> [Completion.Candidate] {
    names.filter { $0.lowercased().hasPrefix(beginning.lowercased()) }.map {
      Completion.Candidate($0)
    }
  }

  /// The values that a setting's form lists; if it takes a colour, the names of all colours.
  private static func values(of setting: Setting<CollageOptions>, beginning: String) -> [Completion
    .Candidate]
  {
    let form = setting.form
    let words = form.choices + [form.wordForNoValue, "default"].compactMap { $0 }
    if form.placeholder.hasSuffix("[,colour]"), let comma = beginning.firstIndex(of: ",") {
      return names(Colour.names.map { beginning[...comma] + $0 }, beginning: beginning)
    }
    let colours = form.placeholder == "colour" ? Colour.names.filter { !words.contains($0) } : []
    return names((words + (beginning.isEmpty ? [] : colours)).uniqued(), beginning: beginning)
  }

  private static func numbers(_ selection: Selection, beginning: String) -> [Completion.Candidate] {
    selection.photos.enumerated().map { place, photo in
      Completion.Candidate("\(place + 1)", label: "\(place + 1) \(photo.typedName)")
    }.filter { $0.text.hasPrefix(beginning) }
  }

  /// By number or, once a name has been begun, by name.
  private static func photos(_ selection: Selection, beginning: String) -> [Completion.Candidate] {
    let numbers = numbers(selection, beginning: beginning)
    if beginning.isEmpty || !numbers.isEmpty { return numbers }
    return names(selection.photos.map(\.typedName).uniqued(), beginning: beginning)
  }

  private static func files(_ word: ShellWord) -> [Completion.Candidate] {
    let bytes = word.bytes
    let nameStart = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let typedFolder = Array(bytes[..<nameStart])
    let beginning = Array(bytes[nameStart...])
    let name = typedFolder.isEmpty ? "." : LosslessText.text(of: typedFolder)
    guard let folder = PathWord(name, startsWithTilde: word.startsWithTilde) else { return [] }
    return PictureFolder.entries(in: folder.path, beginning: beginning).map { entry in
      let name = LosslessText.text(of: entry.name) + (entry.isFolder ? "/" : "")
      return Completion.Candidate(
        LosslessText.text(of: typedFolder) + name, label: name, isFinal: !entry.isFolder)
    }
  }
}

extension CommandName {
  func isEnabled(in state: SelectionState) -> Bool { action.map { state[$0] == nil } ?? true }
}

extension Photo {
  /// The last component of its path, as it can be typed.
  fileprivate var typedName: String {
    LosslessText.text(of: address.name ?? Array(address.displayed.utf8))
  }
}
