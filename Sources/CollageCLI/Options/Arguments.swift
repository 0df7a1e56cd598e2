internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

extension Background: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Canvas: ExpressibleByArgument {
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
    for suffix in ["IB", "B"] where text.hasSuffix(suffix) {
      text = text.dropLast(suffix.count)
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
