/// How a cell of the screen looks, apart from its text.
package struct CellStyle: Hashable, Sendable {
  package var attributes: TextAttributes = []
  package var foreground = TerminalColor.standard
  package var background = TerminalColor.standard

  package init(
    _ attributes: TextAttributes = [], foreground: TerminalColor = .standard,
    background: TerminalColor = .standard
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
  }

  /// Follows a "select graphic rendition" sequence; codes that it doesn't know change nothing.
  mutating func apply(_ sequence: ControlSequence) {
    var codes = sequence.parameters[...]
    while let code = codes.popFirst() {
      switch code[0] {
      case 0: self = CellStyle()
      case 1: attributes.insert(.bold)
      case 2: attributes.insert(.dim)
      case 3: attributes.insert(.italic)
      case 4 where code.count > 1 && code[1] == 0: attributes.remove(.underlined)
      case 4: attributes.insert(.underlined)
      case 7: attributes.insert(.inverse)
      case 9: attributes.insert(.struckThrough)
      case 22: attributes.subtract([.bold, .dim])
      case 23: attributes.remove(.italic)
      case 24: attributes.remove(.underlined)
      case 27: attributes.remove(.inverse)
      case 29: attributes.remove(.struckThrough)
      case 30...37: foreground = .palette(UInt8(code[0] - 30))
      case 38: foreground = Self.color(code, &codes) ?? foreground
      case 39: foreground = .standard
      case 40...47: background = .palette(UInt8(code[0] - 40))
      case 48: background = Self.color(code, &codes) ?? background
      case 49: background = .standard
      case 90...97: foreground = .palette(UInt8(code[0] - 82))
      case 100...107: background = .palette(UInt8(code[0] - 92))
      default: break
      }
    }
  }

  /// The colour after a 38 or 48: in the same parameter, between colons, or in those that follow,
  /// which are taken away.
  private static func color(_ code: [Int], _ following: inout ArraySlice<[Int]>) -> TerminalColor? {
    var values = code.dropFirst()
    if values.isEmpty {
      let count = following.first == [2] ? 4 : 2
      values = following.prefix(count).map { $0[0] }[...]
      following = following.dropFirst(count)
    }
    let bytes = values.map { UInt8(clamping: $0) }
    return switch bytes.first {
    case 5 where bytes.count >= 2: .palette(bytes[1])
    // Between colons a colour space, mostly left empty, may come before the three.
    case 2 where bytes.count >= 4:
      .rgb(bytes[bytes.count - 3], bytes[bytes.count - 2], bytes[bytes.count - 1])
    default: nil
    }
  }
}
