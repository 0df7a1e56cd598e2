internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage
internal import TerminalPictures

/// One parsed command of the prompt. Photos are numbered from 1, as users see them.
enum Command: Hashable {
  case add([PathWord])
  /// Lines that were pasted together or have no command; those that name no file are answered with what is wrong.
  case addLines([PhotoLine])
  /// What was chosen by looking.
  case addPicked([TurnedPhoto])
  case remove([PhotoReference])
  case move(from: Int, to: Int)
  case swap(Int, Int)
  case replace(Int, PathWord)
  case clear
  case undo
  case redo
  case list
  /// Nil shows the current one, here and below.
  case layout(LayoutArgument?)
  case setting(SettingCommand)
  case save(RawPath?)
  /// Into the library and an album of it.
  case saveInAlbum(AlbumName)
  case open(AssetIDPrefix)
  /// Nil for the collage that was saved last, here and below.
  case view(AssetIDPrefix?)
  case copy(AssetIDPrefix?)
  case preview(PreviewSetting?)
  /// Arranging with keys.
  case arrange
  /// Choosing photos by looking, in these folders; none for the usual ones.
  case pick([PathWord])
  case help(HelpTopic?)
  case quit
}

/// What is done with settings.
enum SettingCommand: Hashable {
  case show(Setting<CollageOptions>)
  /// Nil sets the default, here and below.
  case set(Setting<CollageOptions>, SettingValue<CollageOptions>?)
  /// No photos stands for all of them, here and below.
  case showOfPhotos(Setting<PhotoOptions>, [PhotoReference])
  case setOfPhotos(Setting<PhotoOptions>, [PhotoReference], SettingValue<PhotoOptions>?)
  case showAll
  case resetAll
}

/// A photo that is already chosen, or several.
enum PhotoReference: Hashable {
  /// By number, from 1.
  case numbers(ClosedRange<Int>)
  /// By its path or file name.
  case name(PathWord)
}

/// What `preview` is set to.
enum PreviewSetting: Hashable {
  case on
  case mode(PictureMode)
}

/// The argument of `layout`.
enum LayoutArgument: Hashable {
  case style(LayoutStyle)
  /// The next best layout; after the last comes the first.
  case next
  /// The one before; before the first comes the last.
  case previous
  /// By rank; 1 is the best.
  case number(Int)
}

/// What `help` explains.
enum HelpTopic: Hashable {
  case command(CommandName)
  case setting(Setting<CollageOptions>)
  case photoSetting(Setting<PhotoOptions>)

  /// The topics that can be asked for by name.
  static var names: [String] {
    CommandName.allCases.map(\.rawValue) + Setting<CollageOptions>.commands.map(\.name)
      + Setting<PhotoOptions>.all.map(\.name)
  }
}

/// What a command is about: the groups of `help`.
enum CommandGroup: String, CaseIterable {
  case photos, look, output, prompt
}

/// The commands by name, in the order in which fronts show them. Every setting is a command besides.
enum CommandName: String, CaseIterable {
  case add, pick, remove, move, swap, replace, clear, undo, redo, list, layout, arrange, style
  case setDefault = "default"
  case save, open, view, copy, preview, help, quit

  /// The action whose rules decide whether the command is enabled; nil when it always is.
  var action: SelectionAction? {
    switch self {
    case .add, .pick: .add
    case .remove: .remove
    case .move, .swap: .move
    case .replace: .replace
    case .clear: .clear
    case .undo: .undo
    case .redo: .redo
    case .save: .save
    case .open: .reopen
    case .arrange: .remove
    case .list, .layout, .style, .setDefault, .view, .copy, .preview, .help, .quit: nil
    }
  }

  /// Those that the hint row shows, in its order. In a narrow window those with the highest ranks are missing.
  static let hinted: [(name: CommandName, rank: Int)] = [
    (.add, 3), (.pick, 5), (.save, 4), (.clear, 7), (.undo, 6), (.remove, 10), (.move, 11), (.arrange, 8), (.style, 9),
    (.help, 1), (.quit, 2),
  ]

  var group: CommandGroup {
    switch self {
    case .add, .pick, .remove, .move, .swap, .replace, .clear, .undo, .redo, .list: .photos
    case .layout, .arrange, .style, .setDefault: .look
    case .save, .open, .view, .copy: .output
    case .preview, .help, .quit: .prompt
    }
  }

  var usage: String {
    switch self {
    case .add: "add FILE..."
    case .pick: "pick [FOLDER...]"
    case .remove: "remove N|N-M|NAME..."
    case .move: "move N M"
    case .swap: "swap N M"
    case .replace: "replace N FILE"
    case .layout: "layout [NAME|N|next|prev]"
    case .setDefault: "default [NAME [N...]]"
    case .save: "save [FILE|--album NAME]"
    case .open: "open ID"
    case .view: "view [ID]"
    case .copy: "copy [ID]"
    case .preview: "preview [on|off|MODE]"
    case .help: "help [NAME]"
    case .clear, .undo, .redo, .list, .arrange, .style, .quit: rawValue
    }
  }

  var summary: String {
    switch self {
    case .add: "choose photos: files, folders, *.jpg"
    case .pick: "choose photos by looking (Ctrl-O)"
    case .remove: "take photos out"
    case .move: "give photo N the place M"
    case .swap: "let two photos change places"
    case .replace: "put another photo in the place of N"
    case .clear: "take all photos out"
    case .undo: "take the last change back"
    case .redo: "make an undone change again"
    case .list: "show the photos: format, size, crop"
    case .layout: "choose it: \(LayoutStyle.names)"
    case .arrange: "move, turn, weigh photos with keys (Ctrl-T)"
    case .style: "show every setting"
    case .setDefault: "set a setting back, or all of them"
    case .save: "in the library, in an album, or as FILE"
    case .open: "go on with a saved collage"
    case .view: "show a saved collage in a window"
    case .copy: "put its path on the clipboard"
    case .preview: "kitty, sixel, blocks, 256, ascii and more"
    case .help: "show the commands, or what one does"
    case .quit: "leave; unsaved photos are asked about"
    }
  }
}

extension LayoutStyle {
  /// All names, for messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Setting<CollageOptions> {
  /// Those that are commands of their own; `layout` chooses the style and picks by rank.
  static let commands = all.filter { $0.name != "layout" && $0.name != "pick" }

  /// The setting with a name, in any case.
  static func named(_ word: String) -> Self? {
    commands.first { $0.name == word.lowercased() || $0.aliases.contains(word.lowercased()) }
  }
}

extension Setting<PhotoOptions> {
  static func named(_ word: String) -> Self? { all.first { $0.name == word.lowercased() } }
}
