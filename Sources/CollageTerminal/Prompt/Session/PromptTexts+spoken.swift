internal import CollageKit
internal import Imaging
internal import PhotoCodecs
internal import SystemPackage

/// The prompt's texts for somebody who has them read aloud: each line is a sentence.
extension PromptTexts {
  static let spokenGreeting =
    "This is collage \(Version.current). Type help, or the names of photos to add."

  static let nothingTyped = "Nothing was typed; help says what can be."
  static let noPreview = "There is no preview here; describe says what the picture shows."
  static let nothingPicked = "The photos stay as they were."
  static let nothingOpened = "No collage was opened."

  static func leftUnsaved(_ count: Int) -> String {
    "\(count == 1 ? "1 photo was" : "\(count) photos were") selected but not saved."
  }

  /// "The collage has 4 photos; it can be saved."
  static func state(_ state: SelectionState) -> String {
    if state.isSaved {
      return "The collage is saved; a change goes on with it, an added photo begins a new one."
    }
    let photos =
      switch state.count {
      case 0: "no photos"
      case 1: "1 photo"
      case let count: "\(count) photos"
      }
    let saving = state[.save].map { refusal in
      state.count == 0
        ? refusal.remedy : "it can't be saved: \(refusal.reason); \(refusal.remedy)"
    }
    return "The collage has \(photos); \(saving ?? "it can be saved")."
  }

  // MARK: Settings

  /// "The gap is 2 percent."
  static func spokenValue<Options>(of setting: Setting<Options>, _ value: String) -> String {
    setting.form.isFlag
      ? "\(setting.name) is \(value)." : "The \(setting.name) is \(spoken(setting, value))."
  }

  /// "The weight of photo 2 is 1.5.", "keep-whole of photo 2 is on."
  static func spokenValue(
    of setting: Setting<PhotoOptions>, _ value: String, photo number: Int
  ) -> String {
    setting.form.isFlag
      ? "\(setting.name) of photo \(number) is \(value)."
      : "The \(setting.name) of photo \(number) is \(spoken(setting, value))."
  }

  /// A setting's value in words.
  static func spoken<Options>(_ setting: Setting<Options>, _ value: String) -> String {
    if setting.form.isText || setting.form.namesPicture { return OwnerWords.shown(value) }
    if setting.name == "focus", let side = sides[value] { return side }
    return SpokenText.units(in: value.replacing(",", with: ", ").replacing("  ", with: " "))
  }

  /// The points that users call by these words.
  private static let sides = [
    "0.0,0.5": "left", "1.0,0.5": "right", "0.5,0.0": "top", "0.5,1.0": "bottom",
  ]

  static func spokenStyle(_ selection: Selection) -> [String] {
    let rows = styleRows(selection)
    let changed = rows.chosen.map { "\($0.name) is \($0.spokenValue)" }
    let others = rows.defaults.map { "\($0.name) \($0.spokenValue)" }
    let intro = changed.isEmpty ? "No setting is changed." : "These settings are changed:"
    return [intro] + changed.map { $0 + "." }
      + ["The others have their defaults: \(others.joined(separator: "; "))."]
  }

  static func spokenLooks(_ options: CollageOptions) -> [String] {
    ["The look is \(options.look?.name ?? "none"). There are:"]
      + Look.all.map { "\($0.name): \($0.note)." }
  }

  // MARK: The list

  static func spokenList(
    _ selection: Selection, _ placements: [Placement]?, faults: [PhotoAddress: PhotoError]
  ) -> [String] {
    if selection.photos.isEmpty { return ["No photos yet; add some."] }
    return selection.photos.enumerated().map { index, photo in
      let options = selection.options[photo: index]
      let photo = photo.turned(options.turn)
      var parts = [
        photo.address.displayed,
        photo.isMissing ? "missing" : photo.header.format.rawValue.uppercased(),
        "\(Voice.spoken.size(photo.size)) pixels",
      ]
      if photo.header.fileOrientation != .up { parts.append("turned upright as its file says") }
      parts += spokenDifferences(of: options)
      if let crop = placements?[index].croppedShare, crop >= 0.005 {
        parts.append("\(Voice.spoken.percent(crop)) cropped")
      }
      let fault = faults[photo.address].map { " \($0.reason(.prompt).withCapital)." } ?? ""
      return "\(index + 1). \(parts.joined(separator: ", "))." + fault
    }
  }

  /// "weight 3", "focus 0.3, 0.5": the settings of one photo that differ from the defaults.
  static func spokenDifferences(of options: PhotoOptions) -> [String] {
    Setting<PhotoOptions>.all.filter { $0.text(options) != $0.text(PhotoOptions()) }.map {
      let text = $0.displayedText(options)
      return $0.form.isFlag && text == "on" ? $0.name : "\($0.name) \(spoken($0, text))"
    }
  }

  // MARK: Help

  /// The commands that arrange photos without keys.
  static let arrangingByWords = [
    "Photos are arranged by these commands:",
    "swap 1 2 swaps two photos.",
    "move 3 1 moves photo 3 to position 1.",
    "weight 2 1.5 makes photo 2 larger, weight 2 0.5 smaller.",
    "focus 2 left keeps the left side of photo 2 where it is cropped; also right, top, bottom and "
      + "centre.",
    "turn 2 right rotates photo 2; also left and 180.",
    "keep 2 shows all of photo 2, keep 2 off lets it be cropped.",
    "remove 2 removes photo 2.",
    "layout next takes the next layout, layout prev the one before.",
    "undo takes the last change back, redo repeats it.",
    "describe changes says what the last command did to the picture.",
  ]

  static func spokenHelp(_ topic: HelpTopic?, library: FilePath?) -> [String] {
    switch topic {
    case .command(.arrange): arrangingByWords
    case .command(.pick):
      [spoken(.pick), "It reads the photos out ten at a time; type help there."]
    case .command(.open):
      [spoken(.open), "Without a word it reads the saved collages out, ten at a time."]
    case .command(.save):
      [
        spoken(.save),
        "save alone saves in the library"
          + (library.map { ", \(UserFolders.abbreviated($0))." } ?? "."),
        "save party.png saves to this file; without an extension, in the current format.",
        "save --album Rome saves in the library and its album Rome.",
      ]
    case .command(.undo): [spoken(.undo), afterSave.withCapital + "."]
    case .command(let name): [spoken(name)]
    case .setting(let setting): [spokenUsage(setting.usage, setting.help)]
    case .photoSetting(let setting): [spokenUsage(setting.usage, setting.help)]
    case .subject(let subject): subject.sentences
    case .everything: CommandName.spokenNames.map(spoken) + settingNames
    case nil: spokenOverview
    }
  }

  /// "save: save to the library, an album or FILE."
  private static func spoken(_ name: CommandName) -> String {
    let summary =
      name == .arrange ? "list the commands that arrange photos" : name.spokenSummary
    return spokenUsage(name.usage, summary)
  }

  /// "keep-whole N on or off: Don't crop the photo.": without the signs of usage, which would be
  /// spelled out.
  private static func spokenUsage(_ usage: String, _ explanation: String) -> String {
    let words = usage.filter { !"[]".contains($0) }.replacing("...", with: "")
      .replacing("|", with: " or ")
    return "\(words): \(explanation)".withFullStop
  }

  private static var settingNames: [String] {
    [
      "Settings, each a command with a value behind it: "
        + names(of: Setting<CollageOptions>.commands) + ".",
      "Settings of a photo, with its number and a value: " + names(of: Setting<PhotoOptions>.all)
        + ".",
    ]
  }

  private static var spokenOverview: [String] {
    [
      "To add photos, type add and their names, or just the names.",
      "describe says what the picture shows, describe 2 more about photo 2, and describe changes "
        + "what the last command did.",
      "pick reads out photos to choose from, and open the saved collages.",
      "save saves in the library, and save party.png to a file. quit leaves.",
      "help arrange lists the commands that arrange photos.",
      "All commands: " + CommandName.spokenNames.map(\.rawValue).joined(separator: ", ") + ".",
    ] + settingNames + [
      "help and a name explains one of them; also help all, "
        + HelpSubject.allCases.map { "help \($0.rawValue)" }.joined(separator: ", ") + "."
    ]
  }
}

extension CommandName {
  /// Without those that only a screen can show.
  fileprivate static let spokenNames = allCases.filter { $0 != .preview }

  /// The summary without the keys that there are on a screen.
  fileprivate var spokenSummary: String {
    summary.replacing(" (Ctrl-O)", with: "").replacing(", or here", with: "")
  }
}
