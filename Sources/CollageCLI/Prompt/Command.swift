internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage
internal import TerminalPictures

/// One parsed command of the prompt. Photos are numbered from 1, as users see them.
enum Command: Hashable {
  case add([PathWord])
  case remove([Int])
  case move(from: Int, to: Int)
  case swap(Int, Int)
  case replace(Int, PathWord)
  case clear
  case undo
  case redo
  case list
  /// Nil shows the current one, here and below.
  case layout(LayoutArgument?)
  case canvas(Canvas?)
  case background(Background?)
  /// Whether photos that lost pixels are used.
  case allowDamaged(Bool?)
  case save(RawPath?)
  case preview(PreviewSetting?)
  /// Arranging with keys.
  case arrange
  case help(CommandName?)
  case quit
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
  /// By rank; 1 is the best.
  case number(Int)
}

/// The commands by name, in the order in which `help` shows them.
enum CommandName: String, CaseIterable {
  case add, remove, move, swap, replace, clear, undo, redo, list, layout, canvas, background
  case arrange
  case allowDamaged = "allow-damaged"
  case save, preview, help, quit

  /// The action whose rules decide whether the command is enabled; nil when it always is.
  var action: SelectionAction? {
    switch self {
    case .add: .add
    case .remove: .remove
    case .move, .swap: .move
    case .replace: .replace
    case .clear: .clear
    case .undo: .undo
    case .redo: .redo
    case .save: .save
    case .arrange: .remove
    case .list, .layout, .canvas, .background, .allowDamaged, .preview, .help, .quit: nil
    }
  }

  /// Those that the hint row shows, in its order.
  static let hinted: [CommandName] = [.add, .remove, .move, .save, .clear, .undo, .arrange, .help, .quit]
  /// The same as indices, the most important first: the last two are always there.
  static let hintsByImportance = [7, 8, 0, 3, 5, 4, 6, 1, 2]

  var usage: String {
    switch self {
    case .add: "add FILE..."
    case .remove: "remove N..."
    case .move: "move N M"
    case .swap: "swap N M"
    case .replace: "replace N FILE"
    case .layout: "layout [NAME|N|next]"
    case .canvas: "canvas [SIZE|auto]"
    case .background: "background [COLOUR]"
    case .allowDamaged: "allow-damaged [on|off]"
    case .save: "save [FILE]"
    case .preview: "preview [on|off|MODE]"
    case .help: "help [COMMAND]"
    case .clear, .undo, .redo, .list, .arrange, .quit: rawValue
    }
  }

  var summary: String {
    switch self {
    case .add: "choose photos: files, folders, patterns such as *.jpg"
    case .remove: "take photos out, by their numbers"
    case .move: "give photo N the place M"
    case .swap: "let two photos change places"
    case .replace: "put another photo in the place of photo N"
    case .clear: "take all photos out"
    case .undo: "take the last change of the photos back"
    case .redo: "make an undone change again"
    case .list: "show the photos: format, size, orientation, crop"
    case .layout: "choose the layout: \(LayoutStyle.names)"
    case .arrange: "arrange the photos with keys, as Ctrl-T does"
    case .canvas: "show or set the size in pixels; auto crops nothing"
    case .background: "show or set it: a CSS colour name, #rgb, #rrggbb, blur"
    case .allowDamaged: "whether photos that lost pixels are used"
    case .save: "save in the library, or as FILE"
    case .preview: "show it as kitty, iterm2, sixel, blocks, 256 or ascii"
    case .help: "show the commands, or what one does"
    case .quit: "leave; unsaved photos are asked about once"
    }
  }
}

extension LayoutStyle {
  /// All names, for messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
