/// Around which photos there is a hairline.
package enum HairlineRule: String, Hashable, Sendable, CaseIterable {
  /// Those whose border looks like the background.
  case auto
  /// All of them.
  case always
  case never
}
