package import CollageKit
internal import PhotoLayouts
internal import TerminalPictures

/// One parsed command of the prompt. Photos are numbered from 1, as users see them.
enum Command: Hashable {
  case add([PathWord])
  /// Lines that were pasted together, or have no command. A line that names no file is answered
  /// with what is wrong.
  case addLines([PhotoLine])
  /// The photos and options of a picker's copy of the selection.
  case take(Selection)
  case remove([PhotoReference])
  case move(from: Int, to: Int)
  case swap(Int, Int)
  case replace(Int, PathWord)
  case clear
  /// Leaves the saved collage and starts another one.
  case new
  case undo
  case redo
  case list
  /// Nil shows the current value, here and below.
  case layout(LayoutArgument?)
  case setting(SettingCommand)
  case save(SaveTarget)
  /// Nil lets the user choose a collage in a picker.
  case open(CollageReference?)
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

  /// Whether the list of settings that `style` has put beside the picture stays after this command.
  var keepsSettingsInView: Bool {
    switch self {
    case .setting, .layout, .list, .undo, .redo, .preview, .save, .help: true
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
  /// No photos means all of them, here and below.
  case showOfPhotos(Setting<PhotoOptions>, [PhotoReference])
  case setOfPhotos(Setting<PhotoOptions>, [PhotoReference], SettingValue<PhotoOptions>?)
  case showAll
  case resetAll
}

/// One or several of the chosen photos.
enum PhotoReference: Hashable {
  /// By number, from 1.
  case numbers(ClosedRange<Int>)
  /// By its path or file name.
  case name(PathWord)
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

  /// The topics that can be asked for by name.
  static let names: [String] =
    CommandName.allCases.map(\.rawValue) + Setting<CollageOptions>.commands.map(\.name)
    + Setting<PhotoOptions>.all.map(\.name)

  /// The topic of this name, in any case, or the only one whose name begins like this; `exit` and
  /// `?` are accepted, too.
  init?(_ word: String) {
    guard SpellingSuggestion.canBeName(word) else { return nil }
    let word = word.lowercased()
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

  /// The names that were probably meant by an unknown word.
  static func suggestions(for word: String) -> [String] {
    guard SpellingSuggestion.canBeName(word) else { return [] }
    let beginning = names(beginning: word)
    if !beginning.isEmpty { return beginning }
    return synonyms[word.lowercased()] ?? SpellingSuggestion.nearest(to: word, in: names).map {
      [$0]
    } ?? []
  }

  /// Names that other programs use for a command or a setting.
  private static let synonyms: [String: [String]] = [
    "bg": ["background"], "crop": ["focus", "keep-whole"], "delete": ["remove"], "export": ["save"],
    "ls": ["list"],
    "padding": ["margin"], "radius": ["corner-radius"], "rm": ["remove"], "rotate": ["turn"],
    "size": ["canvas"],
    "spacing": ["gap"], "write": ["save"],
  ]
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
  case add, pick, remove, move, swap, replace, clear, new, undo, redo, list, layout, arrange, style
  case setDefault = "default"
  case save, open, view, copy, preview, help, quit

  /// The commands in the hint row, in its order.
  static let hinted: [CommandHint] = [
    CommandHint(.add, rank: 3), CommandHint(.pick, rank: 5), CommandHint(.save, rank: 4),
    CommandHint(.clear, rank: 7), CommandHint(.undo, rank: 6), CommandHint(.remove, rank: 10),
    CommandHint(.move, rank: 11),
    CommandHint(.arrange, rank: 8), CommandHint(.style, rank: 9),
    CommandHint(.help, rank: 1), CommandHint(.quit, rank: 2),
  ]

  /// The commands in the hint row after a save.
  static let hintedAfterSave: [CommandHint] = [
    CommandHint(.view, rank: 3), CommandHint(.copy, rank: 5), CommandHint(.open, rank: 6),
    CommandHint(.new, rank: 4), CommandHint(.undo, rank: 7), CommandHint(.add, rank: 8),
    CommandHint(.pick, rank: 9), CommandHint(.help, rank: 1),
    CommandHint(.quit, rank: 2),
  ]

  /// The action whose rules decide whether the command is enabled; nil if it always is.
  var action: SelectionAction? { row.action }
  var group: CommandGroup { row.group }
  package var usage: String { rawValue + row.arguments }
  package var summary: String { row.summary }

  /// What the table says of a command.
  private struct Row {
    let group: CommandGroup
    let action: SelectionAction?
    let arguments: String
    let summary: String

    init(
      _ group: CommandGroup, _ action: SelectionAction?, _ arguments: String, _ summary: String
    ) {
      self.group = group
      self.action = action
      self.arguments = arguments
      self.summary = summary
    }
  }

  private var row: Row {
    switch self {
    case .add: Row(.photos, .add, " FILE...", "add photos: files, folders, *.jpg")
    case .pick: Row(.photos, .reopen, " [FOLDER...]", "browse and select photos (Ctrl-O)")
    case .remove: Row(.photos, .remove, " N|N-M|NAME...", "remove photos")
    case .move: Row(.photos, .move, " N M", "move photo N to position M")
    case .swap: Row(.photos, .move, " N M", "swap two photos")
    case .replace: Row(.photos, .replace, " N FILE", "replace photo N with another")
    case .clear: Row(.photos, .clear, "", "remove all photos")
    case .new: Row(.photos, nil, "", "start a new collage, without photos")
    case .undo: Row(.photos, .undo, "", "undo the last change")
    case .redo: Row(.photos, .redo, "", "redo an undone change")
    case .list: Row(.photos, nil, "", "list the photos: format, size, crop")
    case .layout: Row(.look, nil, " [NAME|N|next|prev]", "one of \(LayoutStyle.names)")
    case .arrange: Row(.look, .remove, "", "move, rotate, resize with keys (Ctrl-T)")
    case .style: Row(.look, nil, "", "show every setting")
    case .setDefault: Row(.look, nil, " [NAME [N...]]", "reset a setting, or all of them")
    case .save:
      Row(.output, .save, " [FILE] [--album NAME]", "save to the library, an album or FILE")
    case .open: Row(.output, .reopen, " [ID|FILE]", "reopen a saved collage; alone: choose one")
    case .view: Row(.output, nil, " [ID]", "open a saved collage in a window, or here")
    case .copy: Row(.output, nil, " [ID]", "copy its path to the clipboard")
    case .preview: Row(.prompt, nil, " [on|off|MODE]", "kitty, sixel, blocks, 256, ascii and more")
    case .help: Row(.prompt, nil, " [NAME]", "list the commands, or explain one")
    case .quit: Row(.prompt, nil, "", "leave; twice discards unsaved photos")
    }
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
