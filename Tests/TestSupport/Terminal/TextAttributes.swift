/// Ways to set off text, from the SGR codes of ECMA-48.
package struct TextAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = Self(rawValue: 1)
  package static let dim = Self(rawValue: 2)
  package static let italic = Self(rawValue: 4)
  package static let underlined = Self(rawValue: 8)
  package static let inverse = Self(rawValue: 16)
  package static let struckThrough = Self(rawValue: 32)
}
