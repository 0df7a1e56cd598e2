internal import CollageKit
internal import PhotoLayouts

/// Words that people and other programs use for what has another name here.
package enum Synonyms {
  private static let ofSettings: [String: [String]] = [
    "bg": ["background"], "bigger": ["weight", "canvas"], "black-and-white": ["tone"],
    "border-radius": ["corner-radius"], "bw": ["tone"], "color": ["background", "text-colour"],
    "colour": ["background", "text-colour"], "columns": ["layout"], "corner": ["corner-radius"],
    "corners": ["corner-radius"], "crop": ["focus", "keep-whole"], "dpi": ["canvas"],
    "enlarge": ["weight", "canvas"], "face": ["focus", "keep-whole"], "filter": ["tone"],
    "frame": ["border", "template"], "grayscale": ["tone"], "greyscale": ["tone"],
    "heading": ["title"], "height": ["canvas"], "keep-face": ["keep-whole", "focus"],
    "keep-faces": ["keep-whole", "focus"], "label": ["captions"], "labels": ["captions"],
    "landscape": ["canvas"], "larger": ["weight", "canvas"], "logo": ["overlay"],
    "monochrome": ["tone"], "orientation": ["canvas", "turn"], "padding": ["margin"],
    "page": ["canvas"], "page-number": ["footer"], "page-numbers": ["footer"], "paper": ["canvas"],
    "portrait": ["canvas"], "preset": ["look"], "print": ["canvas"], "radius": ["corner-radius"],
    "random": ["order", "pick"], "resize": ["canvas", "weight"], "rotate": ["turn"],
    "round": ["corner-radius"], "rounded": ["corner-radius"], "rows": ["layout"],
    "scale": ["canvas", "weight"], "sepia": ["tone"], "shuffle": ["order", "pick"],
    "size": ["canvas"], "spacing": ["gap"], "swap": ["order"], "text": ["title", "captions"],
    "theme": ["look"], "transparency": ["background"], "transparent": ["background"],
    "watermark": ["overlay"], "width": ["canvas"], "zoom": ["weight"],
  ]

  private static let ofPromptCommands: [String: [String]] = [
    "del": ["remove"], "delete": ["remove"], "edit": ["open"], "export": ["save"], "find": ["pick"],
    "library": ["open"], "load": ["open"], "ls": ["list"], "make": ["save"], "montage": ["layout"],
    "options": ["style"], "rename": ["save"], "reopen": ["open"], "reset": ["default"],
    "restore": ["undo", "open"], "rm": ["remove"], "search": ["pick", "open"],
    "settings": ["style"], "trash": ["open"], "write": ["save"],
  ]

  private static let ofLibraryCommands: [String: String] = [
    "del": "remove", "delete": "remove", "ls": "list", "restore": "undo", "rm": "remove",
    "trash": "remove", "undelete": "undo",
  ]

  private static let known = Set(
    Setting<CollageOptions>.all.map(\.name) + Setting<PhotoOptions>.all.map(\.name)
      + ["layout", "pick", "look"])

  /// The names of the settings that are meant by a word; empty where it is no such word, and where
  /// there is no such setting.
  package static func settings(for word: String) -> [String] {
    (ofSettings[word.lowercased()] ?? []).filter(known.contains)
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
  ]

  /// The names of the options that are meant by the name of one, settings or not.
  package static func options(for word: String) -> [String] {
    Look.named(word) != nil ? ["look"] : ofOptions[word.lowercased()] ?? settings(for: word)
  }

  /// How the program's command is called that is meant by a word.
  package static func programCommand(for word: String) -> String? {
    ofProgramCommands[word.lowercased()]
  }

  /// The name of the command of `collage library` that is meant by a word.
  package static func libraryCommand(for word: String) -> String? {
    ofLibraryCommands[word.lowercased()]
  }

  /// The names of the prompt's commands and settings that are meant by a word.
  static func promptNames(for word: String) -> [String] {
    ofPromptCommands[word.lowercased()] ?? settings(for: word)
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
