import ArgumentParser
import PhotoCodecs
import SystemPackage

/// One thing to measure; its result is one table.
struct BenchmarkCase: Sendable {
  enum Work: Sendable {
    /// A collage that every program makes.
    case collage(CollageJob)
    /// `collage --version` alone.
    case startUp
  }

  /// For `--only`.
  let name: String
  let title: String
  let work: Work

  private static let twelveMegapixels = PixelSize(width: 4000, height: 3000)

  static let all = [
    BenchmarkCase(
      name: "jpeg", title: "six 12-megapixel JPEGs to a 2400x1200 JPEG",
      work: .collage(CollageJob(InputPhoto.series(6, of: twelveMegapixels, .jpeg)))),
    BenchmarkCase(
      name: "png", title: "six 12-megapixel PNGs to a 2400x1200 JPEG",
      work: .collage(CollageJob(InputPhoto.series(6, of: twelveMegapixels, .png)))),
    BenchmarkCase(
      name: "small", title: "six 640x480 JPEGs to a 2400x1200 JPEG",
      work: .collage(
        CollageJob(InputPhoto.series(6, of: PixelSize(width: 640, height: 480), .jpeg)))),
    BenchmarkCase(name: "start-up", title: "starting and ending", work: .startUp),
  ]

  /// Everything that is to be measured: ours first, the floor last. Makes the inputs that are not there yet.
  func entrants(
    _ ours: OurProgram, _ peers: [Peer], _ inputs: InputFolder, _ toolbox: Toolbox, in folder: FilePath
  ) throws -> [Entrant] {
    switch work {
    case .startUp: return ours.startUp(toolbox, in: folder)
    case .collage(let job):
      let task = CollageTask(
        photos: try inputs.paths(of: job.photos), grid: job.grid, format: job.format, folder: folder,
        toolbox: toolbox)
      return [ours.entrant(for: task)] + peers.map { $0.entrant(for: task) } + [.floor(of: task)]
    }
  }
}

extension BenchmarkCase: ExpressibleByArgument {
  init?(argument: String) {
    guard let match = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = match
  }

  static var allValueStrings: [String] { all.map(\.name) }
  var defaultValueDescription: String { name }
}
