internal import CollageKit
internal import Imaging
internal import LineEditing
internal import PhotoCodecs
internal import PhotoLayouts
internal import SystemPackage

/// The prompt's messages about commands that were performed or can't be.
enum PromptTexts {
  // MARK: Photos

  static func added(_ photos: [Photo]) -> String { "added \(names(photos))" }

  /// Of photos that were there already.
  static func addedTwice(_ photos: [Photo]) -> String {
    "\(names(photos)): in the collage more than once now; 'undo' takes it back"
  }

  /// "added b.png, removed a.jpg": how a picker has changed the photos; nil if nothing has changed.
  static func picked(from before: Selection, to after: Selection) -> String? {
    if before == after { return nil }
    let changes = [
      ("added", after.photos.filter { !before.photos.contains($0) }),
      ("removed", before.photos.filter { !after.photos.contains($0) }),
    ]
    let parts = changes.filter { !$1.isEmpty }.map { "\($0) \(names($1))" }
    return parts.isEmpty ? "the photos are rearranged" : parts.joined(separator: ", ")
  }

  /// - Parameters:
  ///   - count: how many of the folder's pictures were added.
  ///   - room: how many photos could be added before.
  static func fitting(_ count: Int, of folder: FoundPhotos.Folder, room: Int) -> String {
    let pictures = folder.pictures.count == 1 ? "1 picture" : "\(folder.pictures.count) pictures"
    let fitting =
      switch count {
      case 0: "none of them fits"
      case 1: "the first fits"
      default: "the first \(count) fit"
      }
    let word = ShellWords.quoted(folder.path.displayed, as: .backslash)
    let best = "; for the best of them, undo and enter 'add --best \(room) \(word)'"
    return "\(folder.path.displayed): \(pictures); \(fitting)" + (count > 0 ? best : "")
  }

  static func withoutCollages(of folder: FoundPhotos.Folder) -> String {
    let count = folder.collageCount
    return "\(folder.path.displayed): \(FindTexts.collages(count)) "
      + (count == 1 ? "is left out; name it to take it" : "are left out; name them to take them")
  }

  static func replaced(_ place: Int, with photo: Photo) -> String {
    "photo \(place) is now \(names([photo]))"
  }

  static func removed(_ places: [Int]) -> String {
    "removed photo\(places.count == 1 ? "" : "s") \(places.map(String.init).listed)"
  }

  static func moved(_ source: Int, to target: Int) -> String {
    "moved photo \(source) to position \(target)"
  }

  static func swapped(_ first: Int, _ second: Int) -> String {
    "swapped photos \(first) and \(second)"
  }

  static func reordered(_ selection: Selection) -> String {
    "the order is \(names(selection.photos))"
  }

  static let cleared = "removed all photos; undo restores them"

  static func undone(from before: Selection, to after: Selection) -> String {
    "undone: "
      + (settingsChanged(from: before, to: after).map { "\($0) again" }
        ?? photos(of: after, from: before, "back to"))
  }

  static func redone(from before: Selection, to after: Selection) -> String {
    "redone: "
      + (settingsChanged(from: before, to: after) ?? photos(of: after, from: before, "now"))
  }

  /// The settings that differ, with their values in `after`; nil if the photos differ, too.
  static func settingsChanged(from before: Selection, to after: Selection) -> String? {
    guard before.photos == after.photos else { return nil }
    if before.options.look != after.options.look { return look(named: after.options.look) }
    let changes = changes(from: before, to: after)
    return changes.isEmpty ? nil : changes.listed
  }

  /// "gap is 1%", apart from the look.
  private static func changes(from before: Selection, to after: Selection) -> [String] {
    let (old, new) = (before.options.withoutFound, after.options.withoutFound)
    return Setting<CollageOptions>.all.compactMap { setting in
      setting.text(old) == setting.text(new)
        ? nil : "\(setting.name) is \(setting.displayedText(new))"
    }
      + Setting<PhotoOptions>.all.flatMap { setting in
        after.photos.indices.compactMap { place in
          let (old, new) = (old[photo: place], new[photo: place])
          return setting.text(old) == setting.text(new)
            ? nil : "\(setting.name) of photo \(place + 1) is \(setting.displayedText(new))"
        }
      }
  }

  /// "look: none; gap is 1%": without a look settings have their defaults, also those that were
  /// chosen before it.
  static func withoutLook(from before: Selection, to after: Selection, _ voice: Voice) -> String {
    let changes = changes(from: before, to: after)
    let text = look(in: after.options, voice)
    return changes.isEmpty ? text : text + (voice == .spoken ? " " : "; ") + changes.listed
  }

  /// How many photos there are now or, if only their order differs, the order.
  private static func photos(
    of selection: Selection, from before: Selection, _ word: String
  ) -> String {
    let isReordered = selection.count == before.count && Set(selection.photos) == Set(before.photos)
    return isReordered
      ? reordered(selection) : "\(word) \(title(of: selection))"
  }

  private static func title(of selection: Selection) -> String {
    switch selection.count {
    case 0: "no photos"
    case 1: "1 photo"
    case let count: "\(count) photos"
    }
  }

  static func noPhoto(_ place: Int, of count: Int) -> String {
    "there is no photo \(place); "
      + (count == 1 ? "there is only photo 1" : "choose from 1 to \(count)")
  }

  /// - Parameter places: the numbers of the photos with that name, from 1.
  static func notOnePhoto(named path: FilePath, places: [Int]) -> String {
    places.isEmpty
      ? "'\(path.displayed)' is not the number or name of a photo; list shows both"
      : "\(path.displayed): photos \(places.map(String.init).listed) match this name; give a number"
  }

  /// What a setting is now; of a template also how many photos it takes.
  static func changed(
    _ setting: Setting<CollageOptions>, in options: CollageOptions,
    entered: SettingValue<CollageOptions>?, _ voice: Voice
  ) -> String {
    let value = value(of: setting, in: options, entered: entered, voice)
    guard setting.name == "template", let template = options.pictures.template?.template else {
      return value
    }
    let count = template.openings.count
    if voice == .spoken {
      return "\(value) It is \(voice.size(template.size)) pixels, with "
        + (count == 1 ? "1 opening" : "\(count) openings")
    }
    return "\(value) (\(template.size), \(count == 1 ? "1 opening" : "\(count) openings"))"
  }

  static func tooManyChosen(_ count: Int) -> String {
    "\(count) photos are already selected; remove some first, or enter a larger number"
  }

  static func names(_ photos: [Photo]) -> String { photos.lazy.map(\.name).listed }

  // MARK: Answers

  /// - Parameters:
  ///   - placements: the photos in their frames; nil if there is no layout for them.
  ///   - faults: the known problems of photos.
  static func list(
    _ selection: Selection, _ placements: [Placement]?, faults: [PhotoAddress: PhotoError],
    _ voice: Voice
  ) -> [String] {
    if voice == .spoken { return spokenList(selection, placements, faults: faults) }
    if selection.photos.isEmpty { return ["no photos yet; add some"] }
    return selection.photos.enumerated().map { index, photo in
      let options = selection.options[photo: index]
      let photo = photo.turned(options.turn)
      let orientation = photo.header.fileOrientation
      let turned = orientation == .up ? "" : ", rotated (EXIF \(orientation.rawValue))"
      let settings = StatusRow.differences(
        of: selection.options.withoutFound[photo: index]
      ).map { ", \($0)" }.joined()
      let crop = placements?[index].croppedShare
      let cropped = crop.map { ", \(Int(($0 * 100).rounded()))% cropped" } ?? ""
      let format = photo.isMissing ? "missing" : photo.header.format.rawValue.uppercased()
      let fault = faults[photo.address].map { "; \($0.reason(.prompt))" } ?? ""
      return
        "\(index + 1)  \(photo.address.displayed)  \(format) "
        + "\(photo.size)\(turned)\(settings)\(cropped)\(fault)"
    }
  }

  /// "mosaic", or "mosaic, 3 of 22".
  ///
  /// - Parameter choices: the number of layouts of this style; nil if there is none.
  static func layout(_ options: LayoutOptions, choices: Int?) -> String {
    options.shownName + (choices.map { $0 > 1 ? ", \(options.pick) of \($0)" : "" } ?? "")
  }

  // MARK: Settings

  /// "gap: 2%".
  ///
  /// - Parameter entered: the value that the user has just entered; nil if the user has asked.
  static func value(
    of setting: Setting<CollageOptions>, in options: CollageOptions,
    entered: SettingValue<CollageOptions>? = nil, _ voice: Voice
  ) -> String {
    let value = shown(setting, options, entered)
    return voice == .spoken ? spokenValue(of: setting, value) : "\(setting.name): \(value)"
  }

  static func shown(
    _ setting: Setting<CollageOptions>, _ options: CollageOptions,
    _ entered: SettingValue<CollageOptions>? = nil
  ) -> String {
    switch setting.name {
    case "canvas": options.layout.canvasText
    case "layout":
      options.layout.isArranged
        ? "by hand"
        : options.layout.name + (options.layout.pick > 1 ? ", number \(options.layout.pick)" : "")
    default: setting.displayedText(options, entered: entered)
    }
  }

  /// "focus of photo 2: 0.4,0.3": a row for each number, from 1.
  static func values(
    of setting: Setting<PhotoOptions>, at places: [Int], in selection: Selection, _ voice: Voice
  ) -> [String] {
    places.map { place in
      let value = setting.displayedText(selection.options[photo: place - 1])
      return voice == .spoken
        ? spokenValue(of: setting, value, photo: place)
        : "\(setting.name) of photo \(place): \(value)"
    }
  }

  /// The same as one text, of photos that were changed.
  static func changed(
    _ setting: Setting<PhotoOptions>, at places: [Int], in selection: Selection, _ voice: Voice
  ) -> String {
    let rows = values(of: setting, at: places, in: selection, voice)
    return voice == .spoken ? rows.joined(separator: " ") : rows.listed
  }

  /// "look is film".
  private static func look(named look: Look?) -> String { "look is \(look?.name ?? "none")" }

  /// "look: plain, with gap 0, margin 0".
  static func look(in options: CollageOptions, _ voice: Voice) -> String {
    if voice == .spoken {
      let values =
        options.look.map {
          $0.values.isEmpty
            ? ", which sets nothing" : ", with \(SpokenText.units(in: $0.valuesText))"
        } ?? ""
      return "The look is \(options.look?.name ?? "none")\(values)."
    }
    guard let look = options.look else { return "look: none" }
    return "look: \(look.name), "
      + (look.values.isEmpty ? "which sets nothing" : "with \(look.valuesText)")
  }

  /// Every look with what it is; the one that was chosen is marked.
  static func looks(_ options: CollageOptions, _ voice: Voice) -> [String] {
    if voice == .spoken { return spokenLooks(options) }
    let width = Look.names.map(\.count).max() ?? 0
    return Look.all.map { look in
      "\(look == options.look ? "*" : " ") \(look.name.padded(to: width + 2))\(look.note)"
    }
  }

  static let allReset = "all settings are reset to their defaults; undo restores them"

  // MARK: Help

  static let nothingChanged = "nothing changed: the photo is already there"

  static let onlyLayout =
    "nothing changed: there is only one layout for these photos; "
    + "try another style, such as 'layout grid'"

  static let nothingToLayOut = "there is no layout to choose from; add photos first"

  /// - Parameter library: where collages are saved; nil if that isn't known.
  static func help(_ topic: HelpTopic?, library: FilePath?, _ voice: Voice) -> [String] {
    if voice == .spoken { return spokenHelp(topic, library: library) }
    return switch topic {
    case .command(.arrange):
      [CommandName.arrange.usage + "  " + CommandName.arrange.summary]
        + KeyHint.help(ArrangingHints.all, columns: 77).map { "  " + $0 }
    case .command(.pick):
      [CommandName.pick.usage + "  " + CommandName.pick.summary, "  type to search"]
        + PickerTexts.help(PickerHints.hints(onWeb: false, searches: false), columns: 77).map {
          "  " + $0
        }
    case .command(.save):
      [CommandName.save.usage + "  " + CommandName.save.summary]
        + table([
          ("  save", "in the library" + (library.map { ", " + UserFolders.abbreviated($0) } ?? "")),
          ("  save party.png", "to this file; without an extension, in the current format"),
          ("  save --album Rome", "in the library and its album Rome, which is created if needed"),
          ("  save -o party.png --album Rome", "both"),
        ])
    case .command(.undo):
      [CommandName.undo.usage + "  " + CommandName.undo.summary, "  " + afterSave]
    case .command(let name): [name.usage + "  " + name.summary]
    case .photoSetting(let setting) where notes[setting.name] != nil:
      ["\(setting.usage)  \(setting.help)"] + (notes[setting.name] ?? []).map { "  " + $0 }
    case .setting(let setting): ["\(setting.usage)  \(setting.help)"]
    case .photoSetting(let setting): ["\(setting.usage)  \(setting.help)"]
    case .subject(let subject): subject.lines
    case .everything: CommandGroup.allCases.flatMap(help)
    case nil: overview
    }
  }

  /// Three examples, the commands that most people need, and the names of the others.
  private static let overview: [String] = {
    let common: [CommandName] = [.add, .pick, .remove, .layout, .save, .quit]
    let others = CommandName.allCases.filter { !common.contains($0) }.map(\.rawValue).joined(
      separator: ", ")
    return table(
      [
        ("add beach.jpg sea.jpg", "photos, folders or *.jpg; or drop files here"),
        ("gap 2%", "every setting is a command"),
        ("save", "in the library; 'save party.png' writes a file"),
      ] + common.map { ($0.usage, $0.summary) })
      + table([
        ("also", others), ("settings", names(of: Setting<CollageOptions>.commands)),
        ("of a photo", "turn 1 right, caption 1 Rome; weight, focus, zoom, keep-whole, alt"),
        (
          "help NAME",
          "any name, "
            + (HelpSubject.ofPrompt.map(\.rawValue) + ["all"]).joined(separator: ", ")
        ),
      ])
  }()

  /// Rows of two columns.
  private static func table(_ entries: [(String, String)]) -> [String] {
    KeyHint.help(entries.map { KeyHint($0, "", $1) }, columns: 79)
  }

  /// The rows of a group: its name before the first.
  private static func help(_ group: CommandGroup) -> [String] {
    var entries = CommandName.allCases.filter { $0.group == group }.map { ($0.usage, $0.summary) }
    if group == .look {
      entries.append(
        ("NAME [VALUE|default]", "show or set: \(names(of: Setting<CollageOptions>.commands))"))
      entries.append(("NAME [N [VALUE]]", "of photo N: \(names(of: Setting<PhotoOptions>.all))"))
    }
    let width = CommandName.allCases.map(\.usage.count).max() ?? 0
    let rows = KeyHint.help(entries.map { KeyHint($0, "", $1) }, width: width, columns: 71)
    return rows.enumerated().map { row, text in
      (row == 0 ? group.rawValue : "").padded(to: 8) + text
    }
  }

  static func names<Options>(of settings: [Setting<Options>]) -> String {
    settings.map(\.name).joined(separator: ", ")
  }

  static let cannotArrange =
    "arranging with keys needs a terminal that can report its cursor; "
    + "use move, swap, turn, focus, weight and keep-whole"

  static let cannotPickCollage =
    "the list of collages needs a full-screen terminal; "
    + "give the id that 'save' printed, or a file, or see 'collage library list'"

  static func cannotSearch(for term: [UInt8]) -> String {
    "'\(term.abridged)' is neither an id nor a file; "
      + "give the first four or more characters of an id, such as 2f9c, "
      + "or see 'collage library list'"
  }

  static let new = "new collage with the default settings; add photos"

  /// What is said in place of a saved collage.
  static let nothingShown = "add photos for a new collage"

  static let newInstead =
    "new collage with the default settings; undo brings the one before back"

  static let cannotPick =
    "the picker needs a full-screen terminal; use add with files, folders or patterns"

  // MARK: Saving and leaving

  /// The message at the end of a script.
  static func endedUnsaved(_ count: Int) -> String {
    "\(count == 1 ? "1 photo was" : "\(count) photos were") selected but not saved; "
      + "end the script with save"
  }

  static let nothingSaved = "nothing has been saved yet; save first, or give an id"

  static func noCollage(_ prefix: AssetIDPrefix, in folder: FilePath) -> String {
    "\(prefix.text): no such collage in \(folder.displayed); "
      + "give the first characters of an id that 'save' printed"
  }

  static func viewing(_ path: FilePath) -> String { "showing \(UserFolders.abbreviated(path))" }

  static func noViewer(_ path: FilePath, _ errno: Errno) -> String {
    let reason =
      errno == .noSuchFileOrDirectory
      ? "xdg-open is not installed" : "xdg-open can't be started: \(errno)"
    return "\(reason); the collage is \(path.displayed)"
  }

  static func viewerFailed(_ path: FilePath) -> String {
    "xdg-open found no program to open the collage; it is \(path.displayed)"
  }

  static func copied(_ path: FilePath) -> String {
    "copied, if the terminal allows it: \(path.displayed)"
  }

  static func notCopied(_ path: FilePath) -> String {
    "only a terminal has a clipboard; the path is \(path.displayed)"
  }

  static let howToLeave = "to leave, type quit or press Ctrl-D"

  static let fetchCancelled = "cancelled; no photo was added"

  static let lookupCancelled = "cancelled"

  static let saveCancelled = "save cancelled; nothing was written"

  static func notSaved(_ state: SelectionState) -> String {
    "\(state.title) not saved; save first, or quit again to leave"
  }

  static let stayed = "nothing was changed; go on, or save"
}

extension Photo {
  /// The file's name, for display.
  var name: String { address.name?.displayed ?? address.displayed }
}
