import ArgumentParser
import SystemPackage
import TestSupport

/// `collage-benchmark`: compares the time and memory of `collage` with those of other programs for
/// the same collage.
@main
struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collage-benchmark",
    abstract: "Measure collage against other programs, and print Markdown tables.",
    usage: "collage-benchmark [options]",
    discussion: """
      Build everything first, 'swift build -c release --disable-local-rpath', then start \
      .build/release/collage-benchmark. Programs that are not installed are left out.
      """,
    subcommands: [
      FieldCommand.self, PaintCommand.self, ScreensCommand.self, ThumbnailsCommand.self,
    ])

  @Option(help: ArgumentHelp("How often each program runs.", valueName: "n"))
  var runs = 9

  @Option(
    help: ArgumentHelp("Measure this case only; may be given again for more.", valueName: "name"))
  var only: [BenchmarkCase] = []

  @Flag(help: "Measure how well photographs are reduced, instead of how fast.")
  var quality = false

  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
    guard runs > 0 else { throw ValidationError("--runs must be above 0") }
  }

  func run() throws {
    let tools = measuring.tools
    let peers = Peer.installed(tools)
    let ours = try measuring.ours(tools)
    if quality { return try QualityReport(ours.path, tools).write(on: measuring.photographs) }
    let inputs = try measuring.inputs()
    Interruption.await()
    try Report.write(Report.opening(runs: runs))
    for benchmark in only.isEmpty ? BenchmarkCase.all : only {
      // A new folder for each case, so that no case finds files of another.
      let scratch = try TemporaryFolder()
      let workbench = Workbench(
        ours: ours, peers: peers, inputs: inputs, tools: tools, folder: scratch.path)
      let results = try Series(title: benchmark.name, runs: runs).run(benchmark.entrants(workbench))
      try Report.write(Report.section(on: benchmark, results))
    }
    try Report.write(Report.closing)
  }
}
