internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

/// What photos may be like, and what decoding them may cost.
struct DecodingOptions: ParsableArguments {
  @Flag(help: "Take photos that lost pixels, with a warning.")
  var allowDamaged = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The most pixels of one photo; 268402689 by default.", valueName: "n"))
  var maxPixels: Count?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most scans of one progressive JPEG; 100 by default.", valueName: "n"))
  var maxScans: Count?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most memory for pixels, such as 512M or 2G; 1G by default.", valueName: "bytes"))
  var memory: ByteCount?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many threads work; all processors by default.", valueName: "n"))
  var jobs: Count?

  var limits: DecodeLimits {
    var limits = DecodeLimits()
    if let maxPixels { limits.pixels = maxPixels.value }
    if let maxScans { limits.scans = maxScans.value }
    return limits
  }

  var resources: Resources {
    Resources(jobs: jobs?.value ?? Resources.processors, memory: memory?.bytes ?? Resources.defaultMemory)
  }
}
