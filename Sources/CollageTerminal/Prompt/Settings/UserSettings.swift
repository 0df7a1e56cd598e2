package import CollageKit
internal import Files
internal import LineEditing
package import SystemPackage

/// What users have set for all of their collages: defaults, and looks of their own, each in a file
/// of lines (`SettingFile`) in `$XDG_CONFIG_HOME/collage`.
///
/// Recipes hold the values alone, so an id never depends on the files.
package struct UserSettings: Sendable {
  private static let looks: FilePath.Component = "looks"
  /// Far more than all settings take.
  private static let maxBytes = 1 << 20

  /// Nil where none is known, and where none is used.
  package let folder: FilePath?

  /// - Parameter folder: `UserFolders.configuration` by default; nil to use none.
  package init(_ folder: FilePath? = UserFolders.configuration) { self.folder = folder }

  /// The file of the defaults; nil where no folder is used.
  package var defaultsFile: FilePath? { folder?.appending("defaults") }

  private func lookFile(_ name: String) -> FilePath? {
    guard let folder, let file = FilePath.Component(name), file.kind == .regular,
      !name.hasPrefix(".")
    else { return nil }
    return folder.appending(Self.looks).appending(file)
  }

  /// The lines of the file of defaults; no lines where there is no file.
  package func defaults() throws(UserSettingsError) -> SettingFile {
    try defaultsFile.flatMap { file throws(UserSettingsError) in try Self.read(file) }
      ?? Self.empty
  }

  /// What holds where the command line chooses nothing.
  ///
  /// - Parameter output: a file's name, which says its format itself; nil for none.
  package func base(
    writingTo output: FilePath?
  ) throws(UserSettingsError) -> CollageOptions {
    var options = try defaults().changes.applied(to: CollageOptions())
    if output != nil { options.encoding.format = nil }
    return options
  }

  /// The names of all that can be set.
  package static let names =
    Setting<CollageOptions>.all.map(\.name) + [SettingFile.accessible, "look"]

  /// Whether a word is the name of something that can be set.
  package static func isSetting(_ word: String) -> Bool { names.contains(word) }

  /// Whether the user wants accessible mode; no, where the file can't be read, which others tell.
  package var isAccessible: Bool { (try? defaults())?.isAccessible ?? false }

  /// What is said of a word that is the name of no setting.
  package static func notASetting(_ word: String) -> String {
    objection(to: word) ?? "'\(word.displayedRaw)' is not a setting; 'collage config' lists them"
  }

  /// What is said of a word that is the name of nothing that can be set; nil for any other word.
  package static func objection(to word: String) -> String? {
    let others = CommandName.allCases.map(\.rawValue) + Setting<PhotoOptions>.all.map(\.name)
    if isSetting(word) || Setting<CollageOptions>.named(word) != nil || others.contains(word) {
      return nil
    }
    let synonyms = Synonyms.choices(for: word)
    let meant =
      synonyms.isEmpty
      ? SpellingSuggestion.nearest(to: word, in: names).map { [$0] } ?? [] : synonyms
    return "'\(word.displayedRaw)' is not a setting; "
      + (meant.isEmpty
        ? "'collage config' lists them"
        : "did you mean \(meant.map { "'\($0)'" }.joined(separator: " or "))?")
  }

  /// Whether the user has a look of this name.
  package func hasLook(_ name: String) -> Bool {
    lookFile(name).flatMap { try? FileSystem.exists($0) } ?? false
  }

  /// The look of a name: a built-in one, else the user's; nil if there is none.
  package func look(_ name: String) throws(UserSettingsError) -> Look? {
    if let look = Look.named(name) { return look }
    guard let file = lookFile(name), let lines = try Self.read(file) else { return nil }
    return Look(own: name, lines.changes.overrides)
  }

  /// The names of the user's looks, in order.
  package var lookNames: [String] {
    guard let folder = folder?.appending(Self.looks) else { return [] }
    let names = (try? OpenFolder.open(folder).names()) ?? []
    return names.map(\.string).filter { lookFile($0) != nil }
  }

  // MARK: Writing

  /// Makes the folder, if there is none.
  package func makeFolder() throws(UserSettingsError) {
    guard let folder else { throw .noFolder }
    do throws(Errno) {
      try FileSystem.makePrivateFolders(folder)
    } catch {
      if error != .fileExists { throw .unwritable(folder, error) }
    }
  }

  /// Replaces the file of the defaults.
  package func write(_ defaults: SettingFile) throws(UserSettingsError) {
    guard let file = defaultsFile else { throw .noFolder }
    try Self.write(defaults.text, to: file)
  }

  /// Keeps all that differs from the program's defaults in how a collage looks.
  ///
  /// - Returns: the file.
  package func save(
    _ options: CollageOptions, asLook name: String
  ) throws(UserSettingsError) -> FilePath {
    if Look.named(name) != nil { throw .builtInLook(name) }
    guard folder != nil else { throw .noFolder }
    guard let file = lookFile(name) else { throw .wrongName(name) }
    try Self.write(Look.values(of: options).map { "\(Self.line($0))\n" }.joined(), to: file)
    return file
  }

  /// As the prompt's command is written.
  private static func line(_ value: Look.Value) -> String {
    let setting = Setting<CollageOptions>.all.first { $0.name == value.setting }
    let isPath = setting?.form.namesPicture == true
    let text = isPath ? ShellWords.quoted(value.text, as: .backslash) : value.text
    return "\(value.setting) \(text)"
  }

  private static func write(_ text: String, to path: FilePath) throws(UserSettingsError) {
    // Who keeps such files elsewhere has links to them.
    let path = (try? FileSystem.resolved(path)) ?? path
    do throws(Errno) {
      guard let name = path.lastComponent else { throw .invalidArgument }
      let folder = path.removingLastComponent()
      try FileSystem.makePrivateFolders(folder)
      let open = try OpenFolder.open(folder)
      guard let temporary = FilePath.Component(".\(name.string).new") else {
        throw .invalidArgument
      }
      try? open.remove(temporary)
      try open.replace(name, with: Array(text.utf8), by: temporary, in: open)
    } catch {
      throw .unwritable(path, error)
    }
  }

  private static var empty: SettingFile {
    // Nothing can be wrong with no lines.
    guard let none = try? SettingFile() else { preconditionFailure("no lines are valid") }
    return none
  }

  /// Nil if there is no such file.
  private static func read(_ path: FilePath) throws(UserSettingsError) -> SettingFile? {
    let bytes: [UInt8]
    do throws(Errno) {
      let file = try FileSystem.opened(path, .readOnly, .nonBlocking)
      defer { try? file.close() }
      bytes = try file.readToEnd(limit: maxBytes)
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw .unreadable(path, error)
    }
    do throws(SettingFile.Fault) {
      return try SettingFile(LosslessText.text(of: bytes))
    } catch {
      throw .wrongLine(path, error)
    }
  }
}

/// Why settings in files can't be used.
package enum UserSettingsError: Error, Hashable, Sendable {
  case unreadable(FilePath, Errno)
  case unwritable(FilePath, Errno)
  case wrongLine(FilePath, SettingFile.Fault)
  case builtInLook(String)
  case wrongName(String)
  case noFolder
}

extension UserSettingsError: CommandError, CustomStringConvertible {
  package var status: ExitStatus {
    switch self {
    case .unreadable(_, .permissionDenied), .unreadable(_, .isDirectory), .wrongLine: .configuration
    case .unreadable: .inputOutput
    case .unwritable: .cannotCreate
    case .builtInLook, .wrongName, .noFolder: .usage
    }
  }

  package var description: String {
    switch self {
    case .unreadable(let path, let errno):
      "\(UserFolders.abbreviated(path)): can't be read: \(errno); --no-config does without it"
    case .unwritable(let path, let errno):
      "\(UserFolders.abbreviated(path)): can't be written: \(errno)"
    case .wrongLine(let path, let fault):
      "\(UserFolders.abbreviated(path)):\(fault.line): \(fault.reason)"
    case .builtInLook(let name): "\(name) is a built-in look; choose another name"
    case .wrongName(let name):
      "'\(name.utf8.displayed)' can't be a look's name; choose one without / and a dot in front"
    case .noFolder: "no folder for settings is known; set HOME or XDG_CONFIG_HOME"
    }
  }
}
