internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SafeText
internal import SystemPackage

/// `collage config`: what users have set for all of their collages.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show or change your own defaults.",
    usage: """
      collage config [show] [<setting> ...] [--json]
      collage config gap 2%
      collage config unset gap
      collage config edit
      """,
    discussion: """
      Defaults are kept in $XDG_CONFIG_HOME/collage/defaults (~/.config/collage/defaults): a \
      setting a line, as the prompt's commands are written, such as 'gap 2%' or 'look film'; lines \
      that begin with # are remarks. The command line wins over them, and --no-config leaves them \
      out. 'accessible on' switches accessible mode on, for screen readers, in every command \
      that has it.

      Looks of your own lie beside that file, in looks/NAME, with the same lines; in the prompt \
      'look save NAME' writes one.

      Each collage records the values that it was made with, so your settings may change: opened \
      or made again, it stays as it is.
      """,
    subcommands: [
      ConfigShowCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
      ConfigEditCommand.self,
    ],
    defaultSubcommand: ConfigShowCommand.self)
}

/// `collage config show`: each value, and where it comes from.
struct ConfigShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print settings with their values, and where those come from.",
    usage: "collage config show [<setting> ...] [--json]")

  @Argument(
    help: ArgumentHelp("Settings; all of them unless some are given.", valueName: "setting"),
    completion: .list(UserSettings.names))
  var names: [String] = []

  @Flag(help: "Print a JSON object per setting.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func validate() throws {
    if let unknown = names.first(where: { !UserSettings.isSetting($0) }) {
      throw ValidationError(UserSettings.notASetting(unknown))
    }
  }

  func run() throws {
    let settings = UserSettings()
    let file = try settings.defaults()
    let options = file.changes.applied(to: CollageOptions())
    let path = settings.defaultsFile
    // A later line wins over an earlier one.
    let lines = Dictionary(
      file.entries.map { ($0.choice.name, $0.line) }, uniquingKeysWith: { $1 })
    var rows: [ConfigRow] = []
    if let look = options.look, let line = lines["look"] {
      rows.append(ConfigRow(name: "look", value: look.name, path: path, line: line))
    }
    let accessible = SettingFile.accessible
    rows.append(
      ConfigRow(
        name: accessible, value: file.isAccessible ? "on" : "off", path: path,
        line: lines[accessible]))
    rows += Setting<CollageOptions>.all.map { setting in
      let isOfLook =
        lines[setting.name] == nil
        && options.look?.values.contains { $0.setting == setting.name }
          == true
      return ConfigRow(
        name: setting.name, value: setting.displayedText(options), path: path,
        line: lines[isOfLook ? "look" : setting.name])
    }
    if !names.isEmpty { rows.removeAll { !names.contains($0.name) } }
    if names.contains("look"), !rows.contains(where: { $0.name == "look" }) {
      rows.append(ConfigRow(name: "look", value: "none", path: path, line: nil))
    }
    try StandardOutput.list(rows.map { json ? $0.report.json : $0.text })
  }
}

/// A setting of all collages.
private struct ConfigRow {
  let name: String
  let value: String
  let path: FilePath?
  /// Of the file, from 1; nil for the program's own default.
  let line: Int?

  var text: String {
    let source = line.flatMap { line in path.map { "\(UserFolders.abbreviated($0)):\(line)" } }
    return "\(name)\t\(value)\t\(source ?? "default")"
  }

  var report: Report {
    [
      "setting": name, "value": value, "from": line == nil ? "default" : "file",
      "file": line == nil ? nil : path?.inJSON, "line": line,
    ]
  }
}

/// `collage config set gap 2%`.
struct ConfigSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set a default, as the prompt's command is written: gap 2%.")

  @Argument(
    help: ArgumentHelp("A setting, or look.", valueName: "setting"),
    completion: .list(UserSettings.names))
  var name: String

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("Its value.", valueName: "value"),
    completion: .valuesOfSetting)
  var words: [String] = []

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let settings = UserSettings()
    var file = try settings.defaults()
    do throws(SettingFile.Fault) {
      try file.set(line)
    } catch {
      throw CommandFailure(.usage, UserSettings.objection(to: name) ?? error.reason)
    }
    try settings.write(file)
  }

  /// "gap 2%", also for `gap=2%`.
  private var line: String {
    let parts = name.parts(at: "=", maxSplits: 1)
    let isPair = words.isEmpty && parts.count == 2 && UserSettings.isSetting(parts[0])
    return ((isPair ? parts : [name]) + words).joined(separator: " ")
  }
}

/// `collage config unset gap`.
struct ConfigUnsetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset",
    abstract: "Take a default back; the program's own one holds again.")

  @Argument(
    help: ArgumentHelp("A setting, or look.", valueName: "setting"), completion: .settingsInFile)
  var name: String

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let settings = UserSettings()
    var file = try settings.defaults()
    guard file.unset(name) else {
      throw CommandFailure(
        .usage,
        UserSettings.isSetting(name)
          ? "\(name.utf8.displayed) isn't set; 'collage config' shows what is"
          : UserSettings.notASetting(name))
    }
    try settings.write(file)
  }
}

/// `collage config edit`.
struct ConfigEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open the file of defaults in $VISUAL or $EDITOR, and check it afterwards.")

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let settings = UserSettings()
    guard let file = settings.defaultsFile else { throw UserSettingsError.noFolder }
    try settings.makeFolder()
    guard TextEditor.isPossible, try TextEditor.edit(file) else {
      throw CommandFailure(
        .unavailable, "no editor could be started; set EDITOR, or edit \(file.displayed) yourself")
    }
    _ = try settings.defaults()
  }
}
