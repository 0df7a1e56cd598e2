internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SafeText

/// Settings of a collage as command-line options, generated from the table.
struct SettingArguments<Selection: SettingSelection>: ParsableArguments, CustomReflectable {
  /// The settings that the command line chooses.
  private(set) var overrides = SettingOverrides<CollageOptions>()

  init() {}

  /// The argument parser finds a command's options by reflection.
  var customMirror: Mirror {
    Mirror(self, children: Selection.settings.map { (label: $0.name, value: $0.argument) })
  }

  init(from decoder: any Decoder) throws {
    let arguments = try decoder.container(keyedBy: NameKey.self)
    for setting in Selection.settings {
      let key = NameKey(stringValue: setting.name)
      overrides[setting] =
        if setting.form.isFlag {
          try arguments.decode(Flag<Bool?>.self, forKey: key).wrappedValue
            .flatMap { setting.value($0 ? "on" : "off") }
        } else {
          try arguments.decode(Option<SettingValue<CollageOptions>?>.self, forKey: key).wrappedValue
        }
    }
  }
}

/// The settings that a command has as options under one heading of its help.
protocol SettingSelection {
  static var settings: [Setting<CollageOptions>] { get }
}

enum LayoutSettings: SettingSelection {
  /// If a photo's setting has the same name as a collage's, a single option takes the values of
  /// both.
  static let settings = Setting<CollageOptions>.all.filter {
    // The order is an option of its own, which also takes numbers: see `OrderOption`.
    $0.group == .layout && !$0.isAlsoOfPhotos && $0.name != OrderOption.name
  }
}

/// The layout settings that make sense for many collages at once.
enum BatchLayoutSettings: SettingSelection {
  static let settings = Setting<CollageOptions>.all.filter {
    $0.group == .layout && !$0.isForOneCollage
  }
}

enum LookSettings: SettingSelection {
  static let settings = Setting<CollageOptions>.all.filter { $0.group == .look }
}

enum TextSettings: SettingSelection {
  static let settings = Setting<CollageOptions>.all.filter {
    $0.group == .text && !$0.isAlsoOfPhotos
  }
}

/// The text settings that a command for one collage has together with those of single photos.
enum BatchTextSettings: SettingSelection {
  static let settings = Setting<CollageOptions>.all.filter {
    $0.group == .text && $0.isAlsoOfPhotos
  }
}

/// The text settings that make sense for small pictures on white.
enum SheetTextSettings: SettingSelection {
  static let settings = TextSettings.settings.filter {
    ["title", "captions", "font"].contains($0.name)
  }
}

enum PrintSettings: SettingSelection {
  static let settings = Setting<CollageOptions>.all.filter { $0.group == .print }
}

enum EncodingSettings: SettingSelection {
  static let settings = Setting<CollageOptions>.all.filter { $0.group == .encoding }
}

enum PhotoSettings: SettingSelection {
  static let settings = Setting<CollageOptions>.all.filter { $0.group == .photos }
}

/// The settings that one collage has as well as each of many: all but those of layouts and of
/// single photos.
struct CommonSettingArguments: ParsableArguments {
  @OptionGroup(title: "Look") var decoration: SettingArguments<LookSettings>
  @OptionGroup(title: "Text") var text: SettingArguments<TextSettings>
  @OptionGroup(title: "Print") var print: SettingArguments<PrintSettings>
  @OptionGroup(title: "Encoding") var encoding: SettingArguments<EncodingSettings>
  @OptionGroup(title: "Accepted photos") var photos: SettingArguments<PhotoSettings>

  var overrides: SettingOverrides<CollageOptions> {
    [text.overrides, print.overrides, encoding.overrides, photos.overrides]
      .reduce(decoration.overrides) { $0.merging($1) }
  }
}

/// Options for the settings of single photos, such as `--focus 2=.4,.3`, generated from the table;
/// together with the settings of the same name for all photos, such as `--focus centre`.
struct PhotoSettingArguments: ParsableArguments, CustomReflectable {
  /// In the order in which they were given.
  private(set) var values: [NumberedValue] = []
  private(set) var overrides = SettingOverrides<CollageOptions>()
  /// What was taken for something else than its option says.
  private(set) var notes: [String] = []

  init() {}

  var customMirror: Mirror {
    Mirror(self, children: Setting<PhotoOptions>.all.map { (label: $0.name, value: $0.argument) })
  }

  init(from decoder: any Decoder) throws {
    let arguments = try decoder.container(keyedBy: NameKey.self)
    for setting in Setting<PhotoOptions>.all {
      let key = NameKey(stringValue: setting.name)
      for value in try arguments.decode(Option<[PhotoSettingValue]>.self, forKey: key).wrappedValue
      {
        switch value {
        case .ofPhotos(let ofPhotos): values += ofPhotos
        case .ofAll(let common, let value):
          overrides[common] = value
          guard common.name != setting.name else { continue }
          notes.append(
            "--\(setting.name) is for one photo, such as 2=Rome; \(value.text.displayedRaw) is "
              + "taken for --\(common.name)")
        }
      }
    }
  }
}

/// The value of an option for some photos, or for all.
private enum PhotoSettingValue: Sendable {
  case ofPhotos([NumberedValue])
  case ofAll(Setting<CollageOptions>, SettingValue<CollageOptions>)

  init?(_ text: String, of setting: Setting<PhotoOptions>) {
    if let captions = setting.meant(by: text), let value = captions.value(text) {
      self = .ofAll(captions, value)
    } else if let common = setting.ofAllPhotos, common.form.isText, !text.namesPhoto,
      let value = common.value(text)
    {
      self = .ofAll(common, value)
    } else if let values = NumberedValue.list(text, of: setting) {
      self = .ofPhotos(values)
    } else if let common = setting.ofAllPhotos, let value = common.value(text) {
      self = .ofAll(common, value)
    } else {
      return nil
    }
  }
}

extension String {
  /// Whether it can begin with a photo's number or name and an equals sign, and not with words.
  fileprivate var namesPhoto: Bool {
    let parts = parts(at: "=", maxSplits: 1)
    return parts.count == 2 && !parts[0].isEmpty && !parts[0].contains(where: \.isWhitespace)
  }
}

extension Setting {
  fileprivate var optionNames: NameSpecification {
    NameSpecification(([name] + aliases).map { .customLong($0) })
  }

  fileprivate var completion: CompletionKind? {
    form.namesPicture ? .file() : form.choices.isEmpty ? nil : .list(form.choices)
  }
}

extension Setting<CollageOptions> {
  fileprivate var argument: Any {
    if form.isFlag {
      // A look or a recipe may have switched it on.
      return Flag<Bool?>(
        name: optionNames, inversion: .prefixedNo,
        help: ArgumentHelp(stringLiteral: help + NegatedOption.sentence(name)))
    }
    return Option<SettingValue<CollageOptions>?>(
      name: optionNames, parsing: .unconditional,
      help: ArgumentHelp(stringLiteral: help, valueName: form.placeholder),
      completion: completion
    ) { text in
      guard let value = value(text) ?? rank(text) else {
        if name == "layout", let advice = Synonyms.arrangement(for: text, hyphens: "--") {
          throw ValidationError(advice)
        }
        throw ValidationError("it \(fault(of: text))")
      }
      return value
    }
  }

  /// `--layout 3` is `--pick 3`, as in the prompt.
  private func rank(_ text: String) -> SettingValue<CollageOptions>? {
    name == "layout" ? Self.all.first { $0.name == "pick" }?.value(text) : nil
  }
}

extension Setting<PhotoOptions> {
  /// The setting for all photos that is meant by a value without a photo's number, as `captions` is
  /// by `--caption date`; nil if this setting is meant.
  fileprivate func meant(by text: String) -> Setting<CollageOptions>? {
    guard name == "caption" else { return nil }
    let first = text.parts(at: "=", maxSplits: 1)[0]
    let namesPhoto = text.contains("=") && !first.contains("{")
    let captions = Setting<CollageOptions>.all.first { $0.name == "captions" }
    return namesPhoto || captions?.value(text) == nil ? nil : captions
  }

  /// Candidates for the first photos, such as `2=right`; nil if there are none.
  private var numberedCompletion: CompletionKind? {
    if form.isFlag || form.choices.isEmpty { return nil }
    return .list((1...6).flatMap { number in form.choices.map { "\(number)=\($0)" } })
  }

  private static var numberRequirement: String {
    "it must be the number of a photo, such as 2, several such as 1,3, a name, or all"
  }

  /// How to write a photo's number and a value.
  private func pairRequirement(_ text: String) -> String {
    let parts = text.parts(at: "=", maxSplits: 1)
    if parts.count == 2, !parts[1].isEmpty, PhotoName.isOne(parts[0]) {
      // The form is right, so that only the value is worth a word.
      return "its value \(fault(of: parts[1]))"
    }
    let words = ofAllPhotos.map { $0.form.choices.joined(separator: " or ") }
    let forms = words.map { ", all=value, \($0)" } ?? ", or all=value"
    // A number may be the photo's.
    if !form.isFlag, Int(text) == nil, !text.contains("="), value(text) != nil {
      return "write 2=\(text) for photo 2, or all=\(text)"
    }
    let question = question(about: text).isEmpty ? ofAllPhotos?.question(about: text) : nil
    return "write it as 2=value for photo 2\(forms); the value \(fault(of: text))\(question ?? "")"
  }

  fileprivate var argument: Any {
    Option<[PhotoSettingValue]>(
      wrappedValue: [], name: optionNames, parsing: .unconditionalSingleValue,
      help: ArgumentHelp(
        stringLiteral: "\(help) For more photos repeat it, or name them: "
          + (form.isFlag ? "1,3 or all" : "1,3=value or all=value")
          + ". n may also be the beginning of a name."
          + (ofAllPhotos.map { " For all: \($0.help)" } ?? ""),
        valueName: form.isFlag
          ? "n|all"
          : "n=\(form.placeholder)" + (ofAllPhotos.map { "|\($0.form.placeholder)" } ?? "")),
      completion: numberedCompletion
    ) { text in
      guard let value = PhotoSettingValue(text, of: self) else {
        throw ValidationError(form.isFlag ? Self.numberRequirement : pairRequirement(text))
      }
      return value
    }
  }
}

extension ArgumentHelp {
  fileprivate init(stringLiteral text: String, valueName: String) {
    self.init(text)
    self.valueName = valueName
  }
}
