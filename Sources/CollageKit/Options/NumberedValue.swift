internal import SafeText

/// The value of a setting for one photo, such as `2=.4,.3`, or for all of them, such as
/// `all=right`.
package struct NumberedValue: Hashable, Sendable {
  /// The photo's number, from 1; nil for all photos.
  package let number: Int?

  /// Stands for all photos.
  private static let all = "all"
  package let setting: Setting<PhotoOptions>
  package let value: SettingValue<PhotoOptions>

  /// Nil unless the text is a photo's number or "all" and, where the setting is not a flag, an
  /// equals sign and a valid value.
  package init?(_ text: String, of setting: Setting<PhotoOptions>) {
    let parts = text.parts(at: "=", maxSplits: 1)
    let number = Int(parts[0])
    guard number.map({ $0 > 0 }) ?? (parts[0].lowercased() == Self.all),
      parts.count == (setting.form.isFlag ? 1 : 2),
      let value = setting.value(setting.form.isFlag ? "on" : parts[1])
    else { return nil }
    self.number = number
    self.setting = setting
    self.value = value
  }
}
