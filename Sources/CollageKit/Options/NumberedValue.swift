internal import SafeText

/// The value of a setting for one photo, such as `2=.4,.3` or `beach.jpg=.4,.3`, or for all of
/// them, such as `all=right`.
package struct NumberedValue: Hashable, Sendable {
  package let photo: PhotoName
  package let setting: Setting<PhotoOptions>
  package let value: SettingValue<PhotoOptions>

  /// The photo's number, from 1; nil for all photos, and for one that is named otherwise.
  package var number: Int? { if case .number(let number) = photo { number } else { nil } }

  /// Nil unless the text names photos and, where the setting is not a flag, has an equals sign and
  /// a valid value.
  package init?(_ text: String, of setting: Setting<PhotoOptions>) {
    let parts = text.parts(at: "=", maxSplits: 1)
    guard parts.count == (setting.form.isFlag ? 1 : 2), let photo = PhotoName(parts[0]),
      let value = setting.value(setting.form.isFlag ? "on" : parts[1])
    else { return nil }
    self.init(photo: photo, setting: setting, value: value)
  }

  /// The value for each of several photos, such as `1,3=right`, or for one; nil as for one.
  package static func list(_ text: String, of setting: Setting<PhotoOptions>) -> [NumberedValue]? {
    let parts = text.parts(at: "=", maxSplits: 1)
    let names = parts[0].parts(at: ",")
    // A file's name may have commas.
    guard names.count > 1, names.allSatisfy({ Int($0) != nil }) else {
      return NumberedValue(text, of: setting).map { [$0] }
    }
    let value = parts.dropFirst().map { "=\($0)" }.joined()
    let values = names.map { NumberedValue($0 + value, of: setting) }
    return values.contains(nil) ? nil : values.compactMap(\.self)
  }

  private init(
    photo: PhotoName, setting: Setting<PhotoOptions>, value: SettingValue<PhotoOptions>
  ) {
    self.photo = photo
    self.setting = setting
    self.value = value
  }

  /// The same value for another photo.
  func of(_ photo: PhotoName) -> NumberedValue {
    NumberedValue(photo: photo, setting: setting, value: value)
  }
}
