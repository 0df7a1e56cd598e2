internal import CollageKit
internal import LineEditing
internal import PhotoLayouts
internal import SafeText
internal import TerminalPictures

/// Parses the lines entered in the prompt.
enum CommandParser {
  typealias Parsed = Result<Command, CommandParseError>

  /// The commands in a text of one or more lines. A line without a command is joined to an `add`,
  /// or another line without one, before it, so that file names on several lines are added
  /// together.
  static func commands(in text: String) -> [Parsed] {
    var commands: [Parsed] = []
    for line in ShellWords.lines(of: text) {
      let parsed = Parsed { () throws(CommandParseError) in try command(in: line) ?? .addLines([]) }
      switch (commands.last, parsed) {
      case (_, .success(.addLines([]))): break
      case (.success(.add(let words)), .success(.addLines(let more))):
        commands[commands.count - 1] = .success(.addLines([.words(words)] + more))
      case (.success(.addLines(let lines)), .success(.addLines(let more))):
        commands[commands.count - 1] = .success(.addLines(lines + more))
      default: commands.append(parsed)
      }
    }
    return commands
  }

  /// The command in a line; nil for an empty line or a comment (#). Without a command it may name
  /// files.
  static func command(in line: String) throws(CommandParseError) -> Command? {
    let words = ShellWords.split(line)
    guard let command = try command(of: words, in: line) else { return nil }
    let word = words.count == 1 ? words[0].text.lowercased() : ""
    return switch word {
    case "y", "yes": .answer(true, otherwise: command)
    case "n", "no": .answer(false, otherwise: command)
    default: command
    }
  }

  private static func command(
    of words: [ShellWord], in line: String
  ) throws(CommandParseError) -> Command? {
    guard let first = words.first,
      line.unicodeScalars.first(where: { !$0.properties.isWhitespace }) != "#"
    else {
      return nil
    }
    let open = words.last?.openQuote.map(Self.complaint)
    func arguments() throws(CommandParseError) -> [ShellWord] {
      if let open { throw CommandParseError(open) }
      return Array(words.dropFirst())
    }
    let isName = HelpTopic.isName(first.text)
    // The name of an existing file is not taken for the beginning of a command.
    switch isName || PathWord(first)?.exists != true ? HelpTopic(first.text) : nil {
    case .command(let name): return try name.command(try arguments())
    case .setting(let setting) where setting.form.namesPicture:
      return .setting(try pictureCommand(setting, arguments()))
    case .setting(let setting) where setting.form.isText:
      return .setting(try textCommand(setting, line))
    case .setting(let setting): return .setting(try command(setting, arguments()))
    case .photoSetting(let setting) where setting.form.isText:
      return .setting(try textCommand(setting, line))
    case .photoSetting(let setting):
      let found = try command(setting, arguments())
      guard case .showOfPhotos(_, let photos) = found, first.text.lowercased() == "rotate",
        !photos.isEmpty
      else { return .setting(found) }
      return .setting(.rotate(photos))
    case .everything, .subject, nil:
      return .addLines([
        .bare(
          BareLine(
            line, open == nil ? words : [],
            complaint: open ?? unknown(words.map(\.text))))
      ])
    }
  }

  private static func complaint(about quote: ShellWord.Quote) -> String {
    switch quote {
    case .single: "a quote ' is not closed; close it, or write \\' for a literal quote"
    case .double: "a quote \" is not closed; close it, or write \\\" for a literal quote"
    case .backslash: "nothing follows the backslash at the end; write \\\\ for a literal backslash"
    }
  }

  static func expect(
    _ counts: ClosedRange<Int>, _ words: [ShellWord], _ name: CommandName
  ) throws(CommandParseError) {
    if words.count > counts.upperBound { throw tooMany(name) }
    if words.count < counts.lowerBound { throw CommandParseError("missing: \(name.usage)") }
  }

  static func tooMany(_ name: CommandName) -> CommandParseError {
    if name.usage == name.rawValue { return CommandParseError("\(name.usage) takes no arguments") }
    let quotes = name.usage.contains("FILE") ? " (put quotes around a name with spaces)" : ""
    return CommandParseError("too many words: \(name.usage)\(quotes)")
  }

  // MARK: Arguments

  static func paths(_ words: [ShellWord]) throws(CommandParseError) -> [PathWord] {
    try words.map { word throws(CommandParseError) in try path(word) }
  }

  static func photos(_ words: [ShellWord]) throws(CommandParseError) -> [PhotoReference] {
    try words.map { word throws(CommandParseError) in try photo(word) }
  }

  /// The first word's value; nil if there is no word.
  static func first<Value>(
    _ words: [ShellWord], _ value: (ShellWord) throws(CommandParseError) -> Value
  ) throws(CommandParseError) -> Value? {
    guard let word = words.first else { return nil }
    return try value(word)
  }

  static func path(_ word: ShellWord) throws(CommandParseError) -> PathWord {
    guard let path = PathWord(word) else { throw CommandParseError("a file name can't be empty") }
    return path
  }

  /// A number or a name, but no range of numbers.
  static func onePhoto(_ word: ShellWord) throws(CommandParseError) -> PhotoReference {
    let photo = try photo(word)
    if case .numbers(let range) = photo, range.lowerBound < range.upperBound {
      throw CommandParseError("'\(word.text.displayedRaw)' is more than one photo; name just one")
    }
    return photo
  }

  static func photo(_ word: ShellWord) throws(CommandParseError) -> PhotoReference {
    if let numbers = numbers(word.text) { return .numbers(numbers) }
    return .name(try path(word))
  }

  /// The photos that the words name; none for `all`, which stands for all of them.
  private static func photosOrAll(_ words: [ShellWord]) throws(CommandParseError)
    -> [PhotoReference]
  {
    if words.count == 1, isAll(words[0].text) { return [] }
    return try words.map { word throws(CommandParseError) -> [PhotoReference] in
      // `1,3-4`; a file's name may have commas, too.
      let parts = word.text.parts(at: ",").map { numbers($0) }
      return parts.count > 1 && !parts.contains(nil)
        ? parts.compactMap { $0.map(PhotoReference.numbers) } : [try photo(word)]
    }.flatMap(\.self)
  }

  /// `3`, `1-3` or `all`, likewise; nil for any other text.
  private static func numberedPhotos(_ text: String) -> [PhotoReference]? {
    isAll(text) ? [] : numbers(text).map { [.numbers($0)] }
  }

  private static func isAll(_ text: String) -> Bool { text.lowercased() == "all" }

  /// `3` or `1-3`; nil for any other text.
  private static func numbers(_ text: String) -> ClosedRange<Int>? {
    if let number = Int(text) { return number...number }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1] else { return nil }
    return min(first, last)...max(first, last)
  }

  static func id(_ word: ShellWord) throws(CommandParseError) -> AssetIDPrefix {
    let word = word.text
    guard let id = AssetIDPrefix(word) else {
      throw CommandParseError(
        "'\(word.displayedRaw)' is not an id; give its first four or more characters, such as 2f9c")
    }
    return id
  }

  static func layout(_ word: ShellWord) throws(CommandParseError) -> LayoutArgument {
    let word = word.text
    switch word {
    case "next": return .next
    case "prev", "previous": return .previous
    case "default": return .style(LayoutOptions().style)
    default: break
    }
    if let number = Int(count: word) { return .number(number) }
    guard let style = LayoutStyle(rawValue: word) else {
      if let advice = Synonyms.arrangement(for: word, hyphens: "") {
        throw CommandParseError("'\(word.displayedRaw)' is not a layout; \(advice)")
      }
      let meant = SpellingSuggestion.nearest(to: word, in: LayoutStyle.allCases.map(\.rawValue))
      throw CommandParseError(
        "'\(word.displayedRaw)' is not a layout; give \(LayoutStyle.names), a number, next or prev"
          + (meant.map { "; did you mean '\($0)'?" } ?? ""))
    }
    return .style(style)
  }

  /// `look`, `look film`, `look none`, `look save mine`.
  static func look(_ words: [ShellWord]) throws(CommandParseError) -> SettingCommand {
    guard let word = words.first?.text else { return .showLook }
    if words.count == 2 {
      guard word.lowercased() == "save" else { throw tooMany(.look) }
      return .saveLook(words[1].text)
    }
    if ["none", "default"].contains(word.lowercased()) { return .setLook(nil) }
    return .setLook(Look.named(word).map(LookName.builtIn) ?? .own(word))
  }

  /// `describe 2`, `describe changes`.
  static func description(_ word: ShellWord) throws(CommandParseError) -> DescriptionTopic {
    let text = word.text.lowercased()
    if text.count > 2, "changes".hasPrefix(text) { return .changes }
    return .photo(try photo(word))
  }

  static func preview(_ word: ShellWord) throws(CommandParseError) -> PreviewSetting {
    let word = word.text
    if word == "on" { return .on }
    guard let mode = PictureMode(rawValue: word) else {
      let modes = ["on"] + PictureMode.allCases.map(\.rawValue)
      let meant = SpellingSuggestion.nearest(to: word, in: modes)
      throw CommandParseError(
        "'\(word.displayedRaw)' is not a preview mode; give on, \(PictureMode.names)"
          + (meant.map { "; did you mean '\($0)'?" } ?? ""))
    }
    return .mode(mode)
  }

  static func topic(_ word: ShellWord) throws(CommandParseError) -> HelpTopic {
    let word = word.text
    if word.lowercased() == "all" { return .everything }
    if let subject = HelpSubject(rawValue: word.lowercased()) { return .subject(subject) }
    if let topic = HelpTopic(word) { return topic }
    if let subject = HelpSubject(meaning: word.lowercased()) { return .subject(subject) }
    throw CommandParseError(unknown(word, "a command nor a setting"))
  }

  // MARK: Settings

  private static func command(
    _ setting: Setting<CollageOptions>, _ words: [ShellWord]
  ) throws(CommandParseError) -> SettingCommand {
    if words.isEmpty { return .show(setting) }
    let list = words.flatMap { $0.text.split(separator: ",") }.joined(separator: ",")
    if setting.name == "order", let numbers = PhotoOrderText.numbers(in: list) {
      return .reorder(numbers)
    }
    return .set(setting, try value(of: setting, words))
  }

  /// `template frame.png`, `overlay ~/logo.png top-left 20%`.
  private static func pictureCommand(
    _ setting: Setting<CollageOptions>, _ words: [ShellWord]
  ) throws(CommandParseError) -> SettingCommand {
    guard let first = words.first else { return .show(setting) }
    if words.count == 1, ["default", setting.form.wordForNoValue].contains(first.text.lowercased())
    {
      return .set(setting, nil)
    }
    let names = words.compactMap { PathWord($0) }
    let length = names.count == words.count ? PathWord.lengthOfName(names) : 1
    let name = names.count == words.count ? PathWord.joined(Array(names[..<length])) : nil
    let path = name.map { LosslessText.text(of: $0.address.bytes) } ?? first.text
    let text = ([path] + words.dropFirst(length).map(\.text)).joined(separator: ",")
    return .set(setting, try value(of: setting, text: text))
  }

  /// `title`, `title Rome, in the rain`.
  private static func textCommand(
    _ setting: Setting<CollageOptions>, _ line: String
  ) throws(CommandParseError) -> SettingCommand {
    let text = ShellWords.splitFirst(line)?.rest ?? ""
    // Quotation marks with nothing between them.
    if text.isEmpty, ShellWords.split(line).count > 1 { return .set(setting, nil) }
    return text.isEmpty ? .show(setting) : .set(setting, try value(of: setting, text: text))
  }

  /// `caption`, `caption 2`, `caption 2 Rome, in the rain`; and, like the option, `caption 2=Rome,
  /// in the rain`; `alt auto`, `alt Rome, in the rain`.
  private static func textCommand(
    _ setting: Setting<PhotoOptions>, _ line: String
  ) throws(CommandParseError) -> SettingCommand {
    guard let rest = ShellWords.splitFirst(line)?.rest, let word = ShellWords.splitFirst(rest)
    else {
      return .showOfPhotos(setting, [])
    }
    let pair = rest.parts(at: "=", maxSplits: 1)
    if pair.count == 2, let numbers = numbers(pair[0]) {
      return .setOfPhotos(setting, [.numbers(numbers)], try value(of: setting, text: pair[1]))
    }
    if let all = try commandForAll(setting, rest, first: word.first.text) { return all }
    let photo = try photo(word.first)
    if word.first.range.upperBound == rest.endIndex { return .showOfPhotos(setting, [photo]) }
    return .setOfPhotos(setting, [photo], try value(of: setting, text: word.rest))
  }

  /// The command for all photos that is meant; nil where a photo is named.
  private static func commandForAll(
    _ setting: Setting<PhotoOptions>, _ text: String, first: String
  ) throws(CommandParseError) -> SettingCommand? {
    guard let common = setting.ofAllPhotos else { return captions(meantBy: text) }
    return first.lowercased() == "all" || numbers(first) != nil
      ? nil : .set(common, try value(of: common, text: text))
  }

  /// The command for all captions that is meant by `caption date` and `caption {n}. {title}`; nil
  /// where a photo is named.
  private static func captions(meantBy text: String) -> SettingCommand? {
    guard let captions = Setting<CollageOptions>.named("captions"),
      text.hasPrefix("{") || captions.form.choices.contains(text), let value = captions.value(text)
    else { return nil }
    return .set(captions, value)
  }

  /// `focus`, `focus centre`, `focus 2`, `focus 2 .4 .3`, `keep-whole 1 3-4`, `keep-whole 3 off`,
  /// `keep-whole all`.
  private static func command(
    _ setting: Setting<PhotoOptions>, _ words: [ShellWord]
  ) throws(CommandParseError) -> SettingCommand {
    guard let first = words.first else { return .showOfPhotos(setting, []) }
    if words.count == 1, let common = setting.ofAllPhotos,
      let value = common.value(first.text.lowercased())
    {
      return .set(common, value)
    }
    let pair = first.text.parts(at: "=", maxSplits: 1)
    if words.count == 1, pair.count == 2, let photos = numberedPhotos(pair[0]) {
      // Written like the option: `weight 1=3`.
      return .setOfPhotos(setting, photos, try value(of: setting, ShellWords.split(pair[1])))
    }
    guard setting.form.isFlag else {
      let photos = try photosOrAll([first])
      if words.count == 1 { return .showOfPhotos(setting, photos) }
      return .setOfPhotos(setting, photos, try value(of: setting, Array(words.dropFirst())))
    }
    let last = words[words.count - 1].text.lowercased()
    let isSwitched = setting.form.choices.contains(last) || last == "default"
    let named = isSwitched ? Array(words.dropLast()) : words
    guard !named.isEmpty else { throw CommandParseError("missing: \(setting.usage)") }
    return .setOfPhotos(
      setting, try photosOrAll(named),
      isSwitched ? try value(of: setting, [words[words.count - 1]]) : setting.value("on"))
  }

  static func defaults(_ words: [ShellWord]) throws(CommandParseError) -> Command {
    guard let first = words.first else { return .setting(.resetAll) }
    if first.text.lowercased() == "all" {
      try expect(1...1, words, .setDefault)
      return .setting(.resetAll)
    }
    switch HelpTopic(first.text) {
    case .photoSetting(let setting):
      return .setting(.setOfPhotos(setting, try photosOrAll(Array(words.dropFirst())), nil))
    case .setting(let setting):
      try expect(1...1, words, .setDefault)
      return .setting(.set(setting, nil))
    case .command(.layout):
      try expect(1...1, words, .setDefault)
      return .layout(.style(LayoutOptions().style))
    case .command(.look):
      try expect(1...1, words, .setDefault)
      return .setting(.setLook(nil))
    case .command, .everything, .subject, nil:
      throw CommandParseError(
        "'\(first.text.displayedRaw)' is not a setting; style shows all of them")
    }
  }

  /// The value of some words; nil for the default. `4 white` is the same as `4,white`.
  private static func value<Options>(
    of setting: Setting<Options>, _ words: [ShellWord]
  ) throws(CommandParseError) -> SettingValue<Options>? {
    let text = words.flatMap { $0.text.parts(at: ",").filter { !$0.isEmpty } }.joined(
      separator: ",")
    // `canvas 10 x 15 cm`, `gap 2 mm` and `canvas A4 landscape`, too, but `gap 3 4` is not 34.
    let separators = areSeparateNumbers(words) ? ["-"] : ["", "-"]
    let spaced = separators.map { words.map(\.text).joined(separator: $0).lowercased() }
    let meant =
      setting.value(text) != nil
      ? nil : spaced.first { setting.value($0) != nil || setting.objection(to: $0) != nil }
    return try value(
      of: setting, text: meant ?? text, typed: words.map(\.text).joined(separator: " "))
  }

  /// Whether two words would be another number without the space between them.
  private static func areSeparateNumbers(_ words: [ShellWord]) -> Bool {
    func isOfNumber(_ character: Character?) -> Bool {
      character.map { $0.isNumber || ".,".contains($0) } ?? false
    }
    return zip(words, words.dropFirst()).contains { one, other in
      isOfNumber(one.text.last) && isOfNumber(other.text.first)
    }
  }

  /// - Parameter typed: the text before it was normalised; nil if it wasn't.
  private static func value<Options>(
    of setting: Setting<Options>, text: String, typed: String? = nil
  ) throws(CommandParseError) -> SettingValue<Options>? {
    if ["default", setting.form.wordForNoValue].contains(text.lowercased()) { return nil }
    if let value = setting.value(text) ?? setting.value(text.lowercased()) { return value }
    let shown = (typed ?? text).displayedRaw
    if let objection = setting.objection(to: text) {
      throw CommandParseError("\(setting.name) \(objection)")
    }
    throw CommandParseError(
      setting.form.isFlag
        ? "'\(shown)' is neither on nor off"
        : "\(setting.name) \(setting.form.requirement), not '\(shown)'"
          + setting.question(about: text.lowercased()))
  }
}

extension Setting {
  /// How to write the command: "gap [LENGTH]".
  var usage: String {
    let value = form.isFlag ? form.placeholder : form.placeholder.uppercased()
    return Options.self == PhotoOptions.self
      ? "\(name) [N\(form.isFlag ? "... [on|off]" : " [\(value)]")]" : "\(name) [\(value)]"
  }
}

/// Why a line is not a valid command, as a sentence for the user.
struct CommandParseError: Error, Hashable {
  let description: String
  init(_ description: String) { self.description = description }
}
