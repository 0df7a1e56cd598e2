internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

extension PixelSize: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Background: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Length: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension LayoutStyle: ExpressibleByArgument {}

extension ColourSpace: ExpressibleByArgument {}

extension PhotoOrder: ExpressibleByArgument {}

extension CanvasSize: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension PhotoFormat: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Quality: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Compression: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
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

/// A canvas's longer side.
struct LongSide: ExpressibleByArgument, Hashable {
  /// From 1 to 1,000,000.
  let pixels: Int

  init?(argument: String) {
    guard let pixels = Int(argument), (1...1_000_000).contains(pixels) else { return nil }
    self.pixels = pixels
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
