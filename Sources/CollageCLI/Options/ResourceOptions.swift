internal import ArgumentParser
internal import CollageKit

/// How much of the machine the work may use.
struct ResourceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The memory for pixels, such as 512M or 2G; 1G by default.", valueName: "bytes"))
  var memory: ByteCount?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many threads work; all processors by default.", valueName: "n"))
  var jobs: Count?

  var resources: Resources {
    Resources(jobs: jobs?.value ?? Resources.processors, memory: memory?.bytes ?? Resources.defaultMemory)
  }
}
