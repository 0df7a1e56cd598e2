import ArgumentParser
import PhotoCodecs
import SystemPackage

/// Measures the floor of one collage and prints a `FloorTimes`; runs as a separate process.
struct FloorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floor", abstract: "Measure decoding and encoding alone.", shouldDisplay: false)

  @Argument var width: Int
  @Argument var height: Int
  @Argument var columns: Int
  @Argument var format: OutputFormat
  @Argument var photos: [String]

  func run() throws {
    let grid = Grid(count: photos.count, columns: columns, canvas: PixelSize(width: width, height: height))
    let floor = try Floor(of: photos.map { FilePath($0) }, in: grid)
    print(try floor.times(encoding: format == .png ? .png(.default) : .jpeg(.default)).text)
  }
}
