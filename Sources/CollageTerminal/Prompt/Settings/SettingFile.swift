package import CollageKit
internal import PhotoLayouts
internal import SafeText

/// Settings in lines of text, each as the prompt's command is written: "gap 2%". A line that begins
/// with `#` is a remark.
package struct SettingFile: Sendable {
  /// What a line chooses.
  package enum Choice: Hashable, Sendable {
    /// Nil for the program's own default.
    case setting(Setting<CollageOptions>, SettingValue<CollageOptions>?)
    case look(Look)
    /// Whether accessible mode is on.
    case accessible(Bool)

    /// The first word of the line, written out.
    package var name: String {
      switch self {
      case .setting(let setting, _): setting.name
      case .look: "look"
      case .accessible: SettingFile.accessible
      }
    }
  }

  /// The name of the setting that belongs to no collage.
  package static let accessible = "accessible"

  package struct Entry: Hashable, Sendable {
    /// From 1.
    package let line: Int
    package let choice: Choice
  }

  /// Why a line can't be used.
  package struct Fault: Error, Hashable, Sendable {
    /// From 1.
    let line: Int
    package let reason: String
  }

  private var lines: [String]
  /// Those of which the last one of a name counts.
  package private(set) var entries: [Entry]

  package init(_ text: String = "") throws(Fault) {
    // A line feed and a carriage return before it are one character.
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
      String.init)
    if lines.last == "" { lines.removeLast() }
    entries = []
    for (place, line) in lines.enumerated() {
      do throws(CommandParseError) {
        guard let choice = try Self.choice(in: line) else { continue }
        entries.append(Entry(line: place + 1, choice: choice))
      } catch {
        throw Fault(line: place + 1, reason: error.description)
      }
    }
  }

  /// The lines with their ends.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// Whether accessible mode is on.
  package var isAccessible: Bool {
    entries.reduce(false) { isOn, entry in
      if case .accessible(let value) = entry.choice { value } else { isOn }
    }
  }

  /// What all lines choose, together.
  package var changes: CollageChanges {
    var look: Look?
    var overrides = SettingOverrides<CollageOptions>()
    for entry in entries {
      switch entry.choice {
      case .look(let chosen): look = chosen
      case .setting(let setting, let value): overrides[setting] = value
      case .accessible: break
      }
    }
    return CollageChanges(look: look, overrides: overrides, ofPhotos: [], layout: nil)
  }

  /// Takes a line in the place of the one that counts, or at the end.
  package mutating func set(_ line: String) throws(Fault) {
    let choice: Choice?
    do throws(CommandParseError) {
      // What is short for a setting today may be short for two, once there are others.
      if let name = CommandParser.abbreviated(in: line) {
        throw CommandParseError(
          "'\(name.short.displayedRaw)' is not a setting; did you mean '\(name.whole)'?")
      }
      choice = try Self.choice(in: line)
    } catch {
      throw Fault(line: lines.count + 1, reason: error.description)
    }
    guard let choice else {
      throw Fault(
        line: lines.count + 1,
        reason: "this is no setting; write a name and a value, such as gap 2%")
    }
    if let place = entries.lastIndex(where: { $0.choice.name == choice.name }) {
      let entry = Entry(line: entries[place].line, choice: choice)
      lines[entry.line - 1] = line
      entries[place] = entry
    } else {
      lines.append(line)
      entries.append(Entry(line: lines.count, choice: choice))
    }
  }

  /// Removes all lines of a setting, or of the look; false if there are none.
  package mutating func unset(_ name: String) -> Bool {
    let gone = Set(entries.filter { $0.choice.name == name }.map(\.line))
    lines = lines.indices.filter { !gone.contains($0 + 1) }.map { lines[$0] }
    entries = entries.filter { $0.choice.name != name }.map { entry in
      Entry(line: entry.line - gone.count { $0 < entry.line }, choice: entry.choice)
    }
    return !gone.isEmpty
  }

  /// Nil for a line that says nothing.
  private static func choice(in line: String) throws(CommandParseError) -> Choice? {
    if let isOn = try accessibility(in: line) { return .accessible(isOn) }
    switch try CommandParser.command(in: line) {
    case nil: return nil
    case .setting(.setLook(.builtIn(let look))): return .look(look)
    case .setting(.setLook(.own(let name))):
      throw CommandParseError(
        "'\(name.displayedRaw)' is not a look; give \(Look.names.joined(separator: ", ")) (one of "
          + "your own can't be the default)")
    case .layout(.style(let style)):
      guard let setting = Setting<CollageOptions>.all.first(where: { $0.name == "layout" }) else {
        return nil
      }
      return .setting(setting, setting.value(style.rawValue))
    case .setting(.set(let setting, let value)):
      if ["pick", "template"].contains(setting.name) {
        throw CommandParseError("\(setting.name) belongs to one collage, not to all")
      }
      if setting.form.namesPicture, let value, !value.text.hasPrefix("/"),
        !value.text.contains("://")
      {
        throw CommandParseError("\(setting.name): write the whole path, from / or ~ on")
      }
      return .setting(setting, value)
    case .setting(.show(let setting)):
      throw CommandParseError("\(setting.name) has no value; write \(setting.usage)")
    default:
      throw CommandParseError(
        "only settings of a collage and a look can stand here, such as gap 2% or look film")
    }
  }

  /// Nil for a line about something else.
  private static func accessibility(in line: String) throws(CommandParseError) -> Bool? {
    let words = line.lowercased().split(whereSeparator: \.isWhitespace)
    guard words.first.map(String.init) == accessible else { return nil }
    guard words.count == 2, ["on", "off"].contains(words[1]) else {
      throw CommandParseError("accessible is on or off; write accessible on")
    }
    return words[1] == "on"
  }
}
