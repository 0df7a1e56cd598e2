internal import CollageKit
internal import PhotoLayouts

/// Words that people and other programs use for what has another name here.
package enum Synonyms {
  private static let ofSettings: [String: [String]] = [
    "below": ["layout rows", "cells 1x2"],
    "beside": ["layout strip"], "bg": ["background"], "big": ["weight"],
    "biggest": ["weight", "lead"],
    "bigger": ["weight", "canvas"],
    "black-and-white": ["tone grey"],
    "border-radius": ["corner-radius"], "bw": ["tone grey"],
    "caption-position": ["caption-place"], "captions-place": ["caption-place"],
    "color": ["background", "text-colour"],
    "colour": ["background", "text-colour"], "column": ["cells 1x4", "layout columns"],
    "columns": ["layout columns", "cells 3x2"], "count": ["any-count", "max"],
    "corner": ["corner-radius"],
    "corners": ["corner-radius"], "date": ["captions date"], "dates": ["captions date"],
    "crop": ["focus", "zoom"], "dpi": ["canvas A4@300dpi"],
    "enlarge": ["weight", "canvas"], "face": ["focus", "keep-whole"], "filter": ["tone"],
    "frame": ["border", "template"], "grayscale": ["tone grey"], "greyscale": ["tone grey"],
    "grid": ["cells 2x2", "layout grid"], "heading": ["title"], "height": ["canvas"],
    "horizontal": ["layout strip"],
    "keep-face": ["keep-whole", "focus"],
    "keep-faces": ["keep-whole", "focus"], "label": ["captions"], "labels": ["captions"],
    "landscape": ["canvas A4-landscape"], "larger": ["weight", "canvas"],
    "largest": ["weight", "lead"], "logo": ["overlay"],
    "e-ink": ["palette"], "eink": ["palette"],
    "max-height": ["long-side"],
    "max-size": ["long-side", "quality"], "max-width": ["long-side"], "monochrome": ["tone grey"],
    "name": ["captions name"], "names": ["captions name"],
    "no-crop": ["fit whole", "keep-whole"], "nocrop": ["fit whole", "keep-whole"],
    "orientation": ["canvas", "turn"], "padding": ["margin"],
    "page": ["canvas"], "page-number": ["footer"], "page-numbers": ["footer"], "paper": ["canvas"],
    "portrait": ["canvas A4-portrait"], "preset": ["look"], "print": ["canvas"],
    "radius": ["corner-radius"],
    "random": ["order", "pick"], "resize": ["canvas", "weight"], "rotate": ["turn"],
    "round": ["corner-radius"], "rounded": ["corner-radius"], "rows": ["layout rows", "cells"],
    "scale": ["canvas", "weight"], "sepia": ["tone sepia"], "shuffle": ["order", "pick"],
    "side-by-side": ["layout strip"], "size": ["canvas"], "space": ["gap"], "spacing": ["gap"],
    "stack": ["layout rows", "cells 1x2"], "stacked": ["layout rows", "cells 1x2"],
    "swap": ["order"], "text": ["title", "captions"],
    "theme": ["look"], "title-bottom": ["title-place below"], "title-position": ["title-place"],
    "transparency": ["background transparent"],
    "transparent": ["background transparent"],
    "vertical": ["layout rows", "cells 1x2"],
    "watermark": ["overlay"], "width": ["canvas"], "zoom-in": ["zoom"],
  ]

  private static let wordsForBelow: Set<String> = [
    "below", "column", "stack", "stacked", "vertical", "vertically",
  ]
  private static let wordsForBeside: Set<String> = [
    "beside", "horizontal", "horizontally", "row", "side-by-side",
  ]

  /// How photos are put below or beside each other, for a word that means one of these and is the
  /// name of no layout; nil for any other word.
  ///
  /// - Parameter hyphens: what stands before a setting's name: two, or nothing in the prompt.
  package static func arrangement(for word: String, hyphens: String) -> String? {
    if wordsForBelow.contains(word.lowercased()) {
      return "photos below each other are \(hyphens)cells 1x4 (1xN with the number of photos), or "
        + "\(hyphens)layout strip on a tall canvas"
    }
    guard wordsForBeside.contains(word.lowercased()) else { return nil }
    return "photos beside each other are \(hyphens)cells 4x1 (Nx1 with the number of photos), or "
      + "\(hyphens)layout strip on a wide canvas"
  }

  private static let ofPromptCommands: [String: [String]] = [
    "album": ["save --album"], "del": ["remove"], "delete": ["remove"], "edit": ["open"],
    "export": ["save"], "find": ["pick"],
    "library": ["open"], "load": ["open"], "ls": ["list"], "make": ["save"], "montage": ["layout"],
    "options": ["style"], "rename": ["save"], "reopen": ["open"], "reset": ["default"],
    "restore": ["undo", "open"], "rm": ["remove"], "search": ["pick", "open"],
    "settings": ["style"], "trash": ["open"], "write": ["save"],
  ]

  private static let ofAlbumCommands: [String: String] = [
    "del": "remove", "delete": "remove", "ls": "list", "make": "create", "mkdir": "create",
    "mv": "rename", "new": "create", "rm": "remove",
  ]

  private static let ofLibraryCommands: [String: String] = [
    "del": "remove", "delete": "remove", "ls": "list", "restore": "undo", "rm": "remove",
    "trash": "remove", "undelete": "undo",
  ]

  private static let ofConfigCommands: [String: String] = [
    "clear": "unset", "del": "unset", "delete": "unset", "get": "show", "list": "show",
    "ls": "show", "open": "edit", "print": "show", "read": "show", "remove": "unset",
    "reset": "unset", "rm": "unset", "write": "set",
  ]

  private static let known = Set(
    Setting<CollageOptions>.all.map(\.name) + Setting<PhotoOptions>.all.map(\.name)
      + ["layout", "pick", "look"])

  /// So many columns or rows as cells, "cells 3x2"; nil for a word that is neither.
  ///
  /// - Parameter photos: how many there are, or 0 if that isn't known; then six, as most have.
  package static func cells(for word: String, _ number: Int, photos: Int) -> String? {
    let others = ((photos > 0 ? photos : 6) + number - 1) / number
    return switch word.lowercased() {
    case "column", "columns": "cells \(number)x\(others)"
    case "row", "rows": "cells \(others)x\(number)"
    default: nil
    }
  }

  /// A setting with the value that was typed behind another name for it, where that value has
  /// another name, too: "title-place below" for `--title-position bottom`.
  package static func withMeantValue(_ name: String, _ value: String?) -> String {
    guard let value, let setting = Setting<CollageOptions>.all.first(where: { $0.name == name }),
      !setting.form.isText, let meant = setting.value(value)?.text,
      setting.form.choices.contains(meant), meant != value
    else { return name }
    return "\(name) \(meant)"
  }

  /// The settings that are meant by a word, some with a value: `gap`, `layout rows`; empty where it
  /// is no such word, and where there is no such setting.
  package static func choices(for word: String) -> [String] {
    (ofSettings[word.lowercased()] ?? []).filter { known.contains(name($0)) }
  }

  /// The same, without values.
  package static func settings(for word: String) -> [String] { choices(for: word).map(name) }

  private static func name(_ choice: String) -> String {
    choice.split(separator: " ").first.map(String.init) ?? choice
  }

  private static let ofOptions: [String: [String]] = [
    "destination": ["output"], "edit": ["reopen"], "load": ["reopen"], "open": ["reopen"],
    "out": ["output"], "overwrite": ["force"], "recursive": ["best", "all"], "replace": ["force"],
    "style": ["look"], "verbose": ["explain"],
  ]

  private static let ofProgramCommands: [String: String] = [
    "create": "make", "edit": "prompt --reopen", "export": "make --output",
    "load": "prompt --reopen", "montage": "make", "new": "make", "open": "prompt --reopen",
    "rename": "library album rename", "reopen": "prompt --reopen", "search": "find",
    "version": "--version",
  ]

  /// The options that are meant by the name of one, settings or not, some with a value.
  ///
  /// - Parameter known: the names of those that the command has.
  package static func options(for word: String, among known: [String]) -> [String] {
    let meant =
      Look.named(word) != nil
      ? ["look \(word.lowercased())"] : ofOptions[word.lowercased()] ?? choices(for: word)
    return meant.filter { known.contains(name($0)) }
  }

  /// How the program's command is called that is meant by a word.
  package static func programCommand(for word: String) -> String? {
    ofProgramCommands[word.lowercased()]
  }

  /// The name of the command of `collage library` that is meant by a word.
  package static func libraryCommand(for word: String) -> String? {
    ofLibraryCommands[word.lowercased()]
  }

  /// The name of the command of `collage config` that is meant by a word.
  package static func configCommand(for word: String) -> String? {
    ofConfigCommands[word.lowercased()]
  }

  /// The name of the command of `collage library album` that is meant by a word.
  package static func albumCommand(for word: String) -> String? {
    ofAlbumCommands[word.lowercased()]
  }

  /// The names of the prompt's commands and settings that are meant by a word.
  static func promptNames(for word: String) -> [String] {
    ofPromptCommands[word.lowercased()] ?? choices(for: word)
  }

  /// The canvas that is meant by a word that is a size itself: "A4" and "16:9" are, and "10x15" is
  /// 10x15cm@300dpi. Nil for any other word.
  package static func canvas(for word: String) -> String? {
    if let size = UnitlessSize(word) { return size.onPaper }
    return switch Canvas(word) {
    case .pixels, .print, .ratio: word
    case .auto, nil: nil
    }
  }
}
