import ArgumentParser
import PhotoCodecs
import SystemPackage

/// `collage-benchmark schedule`: where a collage would end on machines with more processors.
struct ScheduleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Measure the tasks of one collage, and replay them on 1 to 16 processors.",
    shouldDisplay: false)

  @Argument(help: "The photos, in full rows.")
  var photos: [String]

  @Option(help: "The collage's width in pixels.")
  var width = 2400

  @Option(help: "The collage's height in pixels.")
  var height = 1200

  @Option(help: "The photos in a row.")
  var columns = 3

  func run() throws {
    let grid = Grid(count: photos.count, columns: columns, canvas: PixelSize(width: width, height: height))
    let trace = try TaskTrace(of: photos.map(FilePath.init(fromUser:)), in: grid, encoding: .jpeg(.default))
    func sum(_ times: [Double]) -> String { (1000 * times.reduce(0, +)).text }
    print(
      """
      Milliseconds of all photos: hashing \(sum(trace.photos.map(\.hashing))), \
      decoding \(sum(trace.photos.map(\.decoding))) \
      (of which inflating PNGs \(sum(trace.photos.map(\.inflating)))), resampling \(sum(trace.photos.map(\.resampling))); \
      encoding \(sum(trace.bands.map(\.encoding))), joining \(sum([trace.joining])).
      The longest task that only one processor can do: \(sum([trace.photos.map(\.longestTask).max() ?? 0])).

      """)
    var table = MarkdownTable(header: ["cores", "wall ms", "times one core"])
    let one = ScheduleReplay.duration(of: trace, cores: 1)
    table.rows = [1, 2, 4, 8, 16].map { cores in
      let duration = ScheduleReplay.duration(of: trace, cores: cores)
      return ["\(cores)", (1000 * duration).text, (one / duration).text]
    }
    print(table.text)
  }
}
