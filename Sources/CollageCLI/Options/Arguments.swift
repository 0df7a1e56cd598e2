internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

/// `WIDTHxHEIGHT` in pixels, both above 0.
extension PixelSize: ExpressibleByArgument {
  package init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}

/// `#rgb`, `#rrggbb`, or one of the sixteen basic colour names of CSS.
extension Colour: ExpressibleByArgument {
  private static let names: [String: UInt32] = [
    "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
    "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "green": 0x008000,
    "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00, "navy": 0x000080, "blue": 0x0000FF,
    "teal": 0x008080, "aqua": 0x00FFFF,
  ]

  package init?(argument: String) {
    let text = argument.lowercased()
    if let value = Self.names[text] {
      self.init(value)
      return
    }
    var digits = text.dropFirst().map(String.init)
    guard text.hasPrefix("#"), digits.count == 3 || digits.count == 6 else { return nil }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.allSatisfy({ $0.first!.isHexDigit }), let value = UInt32(digits.joined(), radix: 16) else {
      return nil
    }
    self.init(value)
  }

  private init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }
}

extension LayoutStyle: ExpressibleByArgument {}
extension PhotoFormat: ExpressibleByArgument {
  package init?(argument: String) {
    switch argument.lowercased() {
    case "jpeg", "jpg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }
}

extension Quality: ExpressibleByArgument {
  package init?(argument: String) {
    guard let value = Int(argument) else { return nil }
    self.init(value)
  }
}

extension AssetIDPrefix: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

/// A number of bytes: `512M`, `2GiB`, `1073741824`. K, M and G are powers of 1024.
struct ByteCount: ExpressibleByArgument, Hashable {
  let bytes: Int

  init?(argument: String) {
    var text = argument.uppercased()[...]
    for ending in ["IB", "B"] where text.hasSuffix(ending) {
      text = text.dropLast(ending.count)
      break
    }
    var factor = 1
    if let unit = text.last, let power = ["K", "M", "G", "T"].firstIndex(of: String(unit)) {
      factor = 1 << (10 * (power + 1))
      text = text.dropLast()
    }
    guard let number = Int(text), number > 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    self.bytes = bytes
  }
}

/// A number above 0.
struct Count: ExpressibleByArgument, Hashable {
  let value: Int

  init?(argument: String) {
    guard let value = Int(argument), value > 0 else { return nil }
    self.value = value
  }
}
