internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// In which order photos are laid out: the setting, or the photos' numbers in the order that is
/// wanted.
struct OrderOption: ParsableArguments {
  static let name = "order"

  @Option(
    help: ArgumentHelp(
      setting.help.dropLast() + "; or the photos' numbers as they are to follow each other, such "
        + "as 2,1,3,4, which other options then count from.",
      valueName: "\(setting.form.placeholder)|n,n..."),
    completion: .list(setting.form.choices), transform: Self.choice)
  private var order: Choice?

  private enum Choice: Sendable {
    case setting(SettingValue<CollageOptions>)
    /// The photos' numbers, from 1.
    case numbers([Int])
  }

  private static var setting: Setting<CollageOptions> {
    guard let setting = Setting<CollageOptions>.all.first(where: { $0.name == name }) else {
      preconditionFailure("there is no setting called \(name)")
    }
    return setting
  }

  private static func choice(_ text: String) throws -> Choice {
    if let value = setting.value(text) { return .setting(value) }
    if let numbers = PhotoOrderText.numbers(in: text) { return .numbers(numbers) }
    throw ValidationError(
      "it \(setting.form.requirement), or numbers of photos such as 2,1,3,4"
        + setting.question(about: text))
  }

  var overrides: SettingOverrides<CollageOptions> {
    var overrides = SettingOverrides<CollageOptions>()
    if case .setting(let value) = order { overrides[Self.setting] = value }
    return overrides
  }

  static var unused: Self {
    var option = Self()
    option.order = nil
    return option
  }

  /// Whether the photos' numbers are given.
  var hasNumbers: Bool { if case .numbers = order { true } else { false } }

  /// The photos in the order that is given; as they are if there is none.
  ///
  /// - Throws: unless each photo is named once.
  func ordered(_ photos: [PhotoAddress]) throws(CommandFailure) -> [PhotoAddress] {
    guard case .numbers(let numbers) = order else { return photos }
    guard numbers.sorted() == Array(1..<photos.count + 1) else {
      throw CommandFailure(.usage, "--order \(PhotoOrderText.fault(photos: photos.count))")
    }
    return numbers.map { photos[$0 - 1] }
  }
}
