internal import ArgumentParser
internal import CollageKit

/// How much of the machine may be used.
struct ResourceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory limit for pixels, such as 512M or 2G; 1G by default.", valueName: "bytes"),
    transform: ByteCount.argument)
  var memory: ByteCount?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of threads; by default one per processor.", valueName: "n"),
    transform: Count.argument)
  var jobs: Count?

  var resources: Resources { resources(keepsPictures: true) }

  /// - Parameter keepsPictures: whether what is decoded to find faces is kept for a collage that is
  ///   made at once.
  func resources(keepsPictures: Bool) -> Resources {
    Resources(
      jobs: jobs?.value ?? Resources.processors, memory: memory?.bytes ?? Resources.defaultMemory,
      keepsPictures: keepsPictures)
  }
}

/// A number of bytes: `512M`, `2GiB`, `1073741824`. K, M and G are powers of 1024.
struct ByteCount: Hashable {
  let bytes: Int

  static func argument(_ text: String) throws -> ByteCount {
    guard let count = ByteCount(text) else {
      throw ValidationError("it must be a number of bytes from 1 to 8388607T, such as 512M or 2G")
    }
    return count
  }

  init?(_ text: String) {
    var text = text.uppercased()[...]
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
