import ArgumentParser
import SystemPackage
import TestSupport

/// `collage-benchmark field`: the figures by which programs of this kind are compared.
struct FieldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "field",
    abstract:
      "Measure the field's own benchmarks in interleaved pairs, with painted and real photos.",
    discussion: """
      'Tests/Tools/CollageBenchmark/install-peers FOLDER' installs the programs to compare with; \
      then name FOLDER/bin/python by --python.
      """)

  @Option(help: ArgumentHelp("How many pairs are measured.", valueName: "n"))
  var pairs = 31

  /// Named differently from the option of all benchmarks, which the parser would take it for.
  @Option(
    name: .customLong("case"),
    help: ArgumentHelp("Measure this case only; may be given again for more.", valueName: "name"))
  var cases: [String] = []

  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
    guard pairs > 0 else { throw ValidationError("--pairs must be above 0") }
  }

  func run() throws {
    let tools = measuring.tools
    let ours = try measuring.ours(tools)
    let inputs = try measuring.inputs()
    let photographs = try Photographs(in: measuring.photographs)
    Interruption.await()
    try Report.write(Report.fieldOpening(pairs: pairs))
    for benchmark in FieldCase.all(photographs)
    where cases.isEmpty || cases.contains(benchmark.name) {
      let scratch = try TemporaryFolder()
      let workbench = Workbench(
        ours: ours, peers: [], inputs: inputs, tools: tools, folder: scratch.path)
      let results = try Series(title: benchmark.name, runs: pairs).run(
        benchmark.entrants(workbench))
      try Report.write(Report.section(on: benchmark, results))
      if let quality = try benchmark.quality?(workbench) { try Report.write("\(quality)\n") }
    }
  }
}
