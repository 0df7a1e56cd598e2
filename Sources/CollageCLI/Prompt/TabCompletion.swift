internal import CollageKit
internal import LineEditing
internal import PhotoCodecs
internal import SystemPackage
internal import TerminalPictures

/// Completions of the word under the cursor: enabled commands, picture files and folders, or names of settings.
enum TabCompletion {
  static func candidates(for cursor: WordUnderCursor, _ state: SelectionState) -> [Completion.Candidate] {
    guard let command = cursor.preceding.first else {
      return names(CommandName.allCases.filter { $0.isEnabled(in: state) }.map(\.rawValue), beginning: cursor.word.text)
    }
    switch CommandName(rawValue: command.text.lowercased()) {
    case .add: return files(cursor.word)
    case .replace: return cursor.preceding.count == 2 ? files(cursor.word) : []
    case .save: return cursor.preceding.count == 1 ? files(cursor.word) : []
    case .layout: return names(LayoutStyle.allCases.map(\.rawValue) + ["next"], beginning: cursor.word.text)
    case .canvas: return names(["auto"], beginning: cursor.word.text)
    case .allowDamaged: return names(["on", "off"], beginning: cursor.word.text)
    case .preview: return names(["on"] + PictureMode.allCases.map(\.rawValue), beginning: cursor.word.text)
    case .help: return names(CommandName.allCases.map(\.rawValue), beginning: cursor.word.text)
    default: return []
    }
  }

  private static func names(_ names: [String], beginning: String) -> [Completion.Candidate] {
    names.filter { $0.hasPrefix(beginning.lowercased()) }.map { Completion.Candidate($0) }
  }

  private static func files(_ word: ShellWord) -> [Completion.Candidate] {
    let bytes = word.bytes
    let nameStart = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let typedFolder = Array(bytes[..<nameStart])
    let beginning = Array(bytes[nameStart...])
    guard let folder = typedFolder.isEmpty ? PathWord(FilePath(".")) : PathWord(word, upTo: typedFolder) else {
      return []
    }
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

extension PathWord {
  /// The folder named by the beginning of a word.
  fileprivate init?(_ word: ShellWord, upTo folder: [UInt8]) {
    self.init(LosslessText.text(of: folder), startsWithTilde: word.startsWithTilde)
  }
}
