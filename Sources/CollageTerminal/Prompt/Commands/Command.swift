package import CollageKit
internal import LineEditing
internal import PhotoLayouts
internal import TerminalPictures

/// One parsed command of the prompt. Photos are numbered from 1, as users see them.
indirect enum Command: Hashable {
  case add([PathWord])
  /// The best of the photos, so many of them.
  case addBest(Int, [PathWord])
  /// Lines that were pasted together, or have no command. A line that names no file is answered
  /// with what is wrong.
  case addLines([PhotoLine])
  /// The photos and options of a picker's copy of the selection.
  case take(Selection)
  case remove([PhotoReference])
  /// To the position of the second photo.
  case move(PhotoReference, to: PhotoReference)
  case swap(PhotoReference, PhotoReference)
  case replace(PhotoReference, PathWord)
  case clear
  /// Leaves the saved collage and starts another one.
  case new
  case undo
  case redo
  case list
  /// What the picture shows, in words.
  case describe(DescriptionTopic)
  /// Nil shows the current value, here and below.
  case layout(LayoutArgument?)
  case setting(SettingCommand)
  case save(SaveTarget)
  /// Nil lets the user choose among the saved collages.
  case open(CollageReference?)
  /// Lets the user choose among those that a search finds.
  case findSaved([UInt8])
  /// Nil for the collage that was saved last, here and below.
  case view(AssetIDPrefix?)
  case copy(AssetIDPrefix?)
  case preview(PreviewSetting?)
  /// Arranging photos with keys.
  case arrange
  /// Choosing photos in a picker, in these folders; empty for the default ones.
  case pick([PathWord])
  case help(HelpTopic?)
  case quit
  /// Leaves nothing after all.
  case stay
  /// Yes or no, where that is an answer to a question; else what the word means as a command.
  case answer(Bool, otherwise: Command)

  /// Whether it changes the collage that is shown: one that was just saved is taken up again then.
  /// What adds photos begins another one.
  var changesCollage: Bool {
    switch self {
    case .remove, .move, .swap, .replace, .undo, .arrange: true
    case .layout(let argument): argument != nil
    case .setting(.set), .setting(.setOfPhotos), .setting(.rotate), .setting(.resetAll),
      .setting(.setLook):
      true
    // Under the same name there is nothing to save.
    case .save(let target): target.file != nil || target.album != nil
    default: false
    }
  }

  /// Whether the list of settings that `style` has put beside the picture stays after this command.
  var keepsSettingsInView: Bool {
    switch self {
    case .setting, .layout, .list, .describe, .undo, .redo, .preview, .save, .help: true
    default: false
    }
  }
}

/// Where to save a collage: to a file, into an album of the library, or both; if nothing is given,
/// where the prompt saves by default.
struct SaveTarget: Hashable {
  var file: OutputFile?
  /// Whether a name without an extension gets the one of the format.
  var addsExtension = true
  var album: AlbumName?
}

/// A command that shows or changes settings.
enum SettingCommand: Hashable {
  case show(Setting<CollageOptions>)
  /// Nil restores the default, here and below.
  case set(Setting<CollageOptions>, SettingValue<CollageOptions>?)
  /// The photos' numbers, from 1, in the order that is wanted.
  case reorder([Int])
  /// No photos means all of them, here and below.
  case showOfPhotos(Setting<PhotoOptions>, [PhotoReference])
  /// Rotates photos to the right for whoever types it; a script is told how they are rotated.
  case rotate([PhotoReference])
  case setOfPhotos(Setting<PhotoOptions>, [PhotoReference], SettingValue<PhotoOptions>?)
  case showAll
  case resetAll
  /// Lists the looks, and shows which one is chosen.
  case showLook
  /// Nil takes the look away that is chosen.
  case setLook(LookName?)
  /// Keeps how the collage looks under a name of the user's.
  case saveLook(String)
}

/// A look that is built in, or the name of one that the user may have saved.
enum LookName: Hashable {
  case builtIn(Look)
  case own(String)
}

/// One or several of the chosen photos.
enum PhotoReference: Hashable {
  /// By number, from 1.
  case numbers(ClosedRange<Int>)
  /// By its path or file name.
  case name(PathWord)
}

/// What `describe` describes.
enum DescriptionTopic: Hashable {
  case picture
  case photo(PhotoReference)
  /// What the last command did to the picture.
  case changes
}

/// The argument of `preview`.
enum PreviewSetting: Hashable {
  case on
  case mode(PictureMode)
}

/// The argument of `layout`.
enum LayoutArgument: Hashable {
  case style(LayoutStyle)
  /// The next best layout; after the last one, the first.
  case next
  /// The previous layout; before the first one, the last.
  case previous
  /// By rank; 1 is the best.
  case number(Int)
}

/// A topic that `help` explains.
enum HelpTopic: Hashable {
  case everything
  case command(CommandName)
  case setting(Setting<CollageOptions>)
  case photoSetting(Setting<PhotoOptions>)
  /// What isn't a command.
  case subject(HelpSubject)

  /// The topics that can be asked for by name.
  static let names: [String] =
    CommandName.allCases.map(\.rawValue) + Setting<CollageOptions>.commands.map(\.name)
    + Setting<PhotoOptions>.all.map(\.name)

  /// The topic of this name, in any case, or the only one whose name begins like this; `exit`, `?`,
  /// `rotate` and `crop` are accepted, too.
  init?(_ word: String) {
    guard SpellingSuggestion.canBeName(word) else { return nil }
    let word = ["rotate": "turn", "crop": "focus"][word.lowercased()] ?? word.lowercased()
    let names = Self.names(beginning: word)
    let name = Self.names.contains(word) || names.count != 1 ? word : names[0]
    if let command = ["exit": CommandName.quit, "?": .help][name] ?? CommandName(rawValue: name) {
      self = .command(command)
    } else if let setting = Setting<CollageOptions>.named(name) {
      self = .setting(setting)
    } else if let setting = Setting<PhotoOptions>.named(name) {
      self = .photoSetting(setting)
    } else {
      return nil
    }
  }

  static func isName(_ word: String) -> Bool {
    SpellingSuggestion.canBeName(word) && names.contains(word.lowercased())
  }

  static func names(beginning word: String) -> [String] {
    word.isEmpty ? [] : names.filter { $0.hasPrefix(word.lowercased()) }
  }

  /// What was probably meant by an unknown word: names, or a setting with the word as its value.
  static func suggestions(for word: String) -> [String] {
    guard SpellingSuggestion.canBeName(word) else { return [] }
    // An option of the command line.
    let word = word.hasPrefix("--") ? String(word.dropFirst(2)) : word
    let beginning = names(beginning: word)
    if !beginning.isEmpty { return beginning }
    if let canvas = Synonyms.canvas(for: word) { return ["canvas \(canvas)"] }
    if let look = Look.named(word) { return ["look \(look.name)"] }
    let synonyms = Synonyms.promptNames(for: word)
    if !synonyms.isEmpty { return synonyms }
    return SpellingSuggestion.nearest(to: word, in: names).map { [$0] } ?? []
  }
}

/// The groups in which `help` lists the commands.
enum CommandGroup: String, CaseIterable {
  case photos, look, output, prompt
}

/// A command's place in the hint row.
struct CommandHint {
  let name: CommandName
  /// A narrow window leaves out those with the highest ranks.
  let rank: Int

  init(_ name: CommandName, rank: Int) {
    self.name = name
    self.rank = rank
  }
}

/// The commands by name, in the order in which they are shown. In addition, every setting is a
/// command.
package enum CommandName: String, CaseIterable {
  case add, pick, remove, move, swap, replace, clear, new, undo, redo, list, layout, look, arrange
  case describe, style
  case setDefault = "default"
  case save, open, view, copy, preview, help, quit

  /// The commands in the hint row, in its order.
  static let hinted: [CommandHint] = [
    CommandHint(.add, rank: 3), CommandHint(.pick, rank: 5), CommandHint(.save, rank: 4),
    CommandHint(.clear, rank: 7), CommandHint(.undo, rank: 6), CommandHint(.remove, rank: 10),
    CommandHint(.move, rank: 11), CommandHint(.arrange, rank: 8), CommandHint(.style, rank: 9),
    CommandHint(.help, rank: 1), CommandHint(.quit, rank: 2),
  ]

  /// The commands in the hint row after a save.
  static let hintedAfterSave: [CommandHint] = [
    CommandHint(.view, rank: 3), CommandHint(.copy, rank: 5), CommandHint(.open, rank: 6),
    CommandHint(.new, rank: 4), CommandHint(.undo, rank: 7), CommandHint(.add, rank: 8),
    CommandHint(.pick, rank: 9), CommandHint(.help, rank: 1), CommandHint(.quit, rank: 2),
  ]

  /// The action whose rules decide whether the command is enabled; nil if it always is.
  package var action: SelectionAction? { row.action }
  var group: CommandGroup { row.group }
  package var usage: String { rawValue + row.arguments }
  package var summary: String { row.summary }

  /// The command of this name with these words behind it.
  func command(_ words: [ShellWord]) throws(CommandParseError) -> Command {
    let row = row
    try CommandParser.expect(row.wordCounts, words, self)
    return try row.parse(words)
  }

  private var row: CommandRow {
    switch self {
    case .add:
      CommandRow(
        .photos, .add, " [--best N] FILE...", "add photos: files, folders, *.jpg", 1...Int.max
      ) {
        words throws(CommandParseError) in
        try CommandParser.add(words)
      }
    case .pick:
      CommandRow(
        .photos, .reopen, " [FOLDER|WORD...]", "browse and select photos (Ctrl-O)", 0...Int.max
      ) {
        words throws(CommandParseError) in
        .pick(try CommandParser.paths(words))
      }
    case .remove:
      CommandRow(.photos, .remove, " N|N-M|NAME...", "remove photos", 1...Int.max) {
        words throws(CommandParseError) in
        .remove(try CommandParser.photos(words))
      }
    case .move:
      CommandRow(.photos, .move, " N M", "move photo N to position M", 2...2) {
        words throws(CommandParseError) in
        .move(try CommandParser.onePhoto(words[0]), to: try CommandParser.onePhoto(words[1]))
      }
    case .swap:
      CommandRow(.photos, .move, " N M", "swap two photos", 2...2) {
        words throws(CommandParseError) in
        .swap(try CommandParser.onePhoto(words[0]), try CommandParser.onePhoto(words[1]))
      }
    case .replace:
      CommandRow(.photos, .replace, " N FILE", "replace photo N with another", 2...Int.max) {
        words throws(CommandParseError) in
        .replace(
          try CommandParser.onePhoto(words[0]),
          try CommandParser.oneFile(words.dropFirst(), .replace))
      }
    case .clear: CommandRow(.photos, .clear, "remove all photos", .clear)
    case .new: CommandRow(.photos, nil, "start a new collage, without photos", .new)
    case .undo: CommandRow(.photos, .undo, "undo the last change", .undo)
    case .redo: CommandRow(.photos, .redo, "redo an undone change", .redo)
    case .list: CommandRow(.photos, nil, "list the photos: format, size, crop", .list)
    case .layout:
      CommandRow(.look, nil, " [NAME|N|next|prev]", "one of \(LayoutStyle.names)", 0...1) {
        words throws(CommandParseError) in
        .layout(try CommandParser.first(words, CommandParser.layout))
      }
    case .look:
      CommandRow(
        .look, nil, " [NAME|none|save NAME]",
        "one of \(Look.names.joined(separator: ", ")), or your own", 0...2
      ) {
        words throws(CommandParseError) in
        .setting(try CommandParser.look(words))
      }
    case .arrange:
      CommandRow(.look, .remove, "move, rotate, resize with keys (Ctrl-T)", .arrange)
    case .describe:
      CommandRow(.look, nil, " [N|changes]", "say what the picture shows, or what changed", 0...1) {
        words throws(CommandParseError) in
        .describe(try CommandParser.first(words, CommandParser.description) ?? .picture)
      }
    case .style: CommandRow(.look, nil, "show every setting", .setting(.showAll))
    case .setDefault:
      CommandRow(.look, nil, " [NAME [N...]]", "reset a setting, or all of them", 0...Int.max) {
        words throws(CommandParseError) in
        try CommandParser.defaults(words)
      }
    case .save:
      CommandRow(
        .output, .save, " [FILE] [--album NAME]", "save to the library, an album or FILE",
        0...Int.max
      ) {
        words throws(CommandParseError) in
        try CommandParser.save(words)
      }
    case .open:
      CommandRow(
        .output, .reopen, " [ID|FILE|WORD...]", "reopen a saved collage, or find one", 0...Int.max
      ) {
        words throws(CommandParseError) in
        try CommandParser.open(words)
      }
    case .view:
      CommandRow(.output, nil, " [ID]", "open a saved collage in a window, or here", 0...1) {
        words throws(CommandParseError) in
        .view(try CommandParser.first(words, CommandParser.id))
      }
    case .copy:
      CommandRow(.output, nil, " [ID]", "copy its path to the clipboard", 0...1) {
        words throws(CommandParseError) in
        .copy(try CommandParser.first(words, CommandParser.id))
      }
    case .preview:
      CommandRow(.prompt, nil, " [on|off|MODE]", "kitty, sixel, blocks, 256, ascii and more", 0...1)
      {
        words throws(CommandParseError) in
        .preview(try CommandParser.first(words, CommandParser.preview))
      }
    case .help:
      CommandRow(.prompt, nil, " [NAME]", "list the commands, or explain one", 0...1) {
        words throws(CommandParseError) in
        .help(try CommandParser.first(words, CommandParser.topic))
      }
    case .quit: CommandRow(.prompt, nil, "leave; twice discards unsaved photos", .quit)
    }
  }
}

/// What the table of commands says of one.
private struct CommandRow {
  typealias Parse = ([ShellWord]) throws(CommandParseError) -> Command

  let group: CommandGroup
  let action: SelectionAction?
  /// How to write them, as help shows it.
  let arguments: String
  let summary: String
  /// How many words may follow the command.
  let wordCounts: ClosedRange<Int>
  /// Makes the command of so many words.
  let parse: Parse

  init(
    _ group: CommandGroup, _ action: SelectionAction?, _ arguments: String, _ summary: String,
    _ wordCounts: ClosedRange<Int>, parse: @escaping Parse
  ) {
    self.group = group
    self.action = action
    self.arguments = arguments
    self.summary = summary
    self.wordCounts = wordCounts
    self.parse = parse
  }

  /// A command without words.
  init(
    _ group: CommandGroup, _ action: SelectionAction?, _ summary: String, _ command: Command
  ) {
    self.init(group, action, "", summary, 0...0) { _ in command }
  }
}

extension Setting<CollageOptions> {
  /// The settings that are commands of their own: not those that `layout` sets, nor those that a
  /// command for single photos sets for all.
  package static let commands = all.filter {
    $0.name != "layout" && $0.name != "pick" && !$0.isAlsoOfPhotos
  }

  /// The setting with a name, in any case.
  static func named(_ word: String) -> Self? {
    commands.first { $0.name == word.lowercased() || $0.aliases.contains(word.lowercased()) }
  }
}

extension Setting<PhotoOptions> {
  static func named(_ word: String) -> Self? { all.first { $0.name == word.lowercased() } }
}
