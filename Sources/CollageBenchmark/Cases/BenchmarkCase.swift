import ArgumentParser
import PhotoCodecs
import SystemPackage

/// One thing to measure; its result is one table.
struct BenchmarkCase: Sendable {
  enum Work: Sendable {
    /// The same collage made by every program.
    case collage(CollageJob)
    /// Collages of more and more photos, made by `collage` only.
    case growth([CollageJob])
    /// The preview of a collage in the prompt.
    case preview(PreviewCase)
    /// Many collages.
    case batch(BatchCase)
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
    BenchmarkCase(
      name: "png-output", title: "six 12-megapixel JPEGs to a 2400x1200 PNG",
      work: .collage(CollageJob(InputPhoto.series(6, of: twelveMegapixels, .jpeg), format: .png))),
    BenchmarkCase(
      name: "large", title: "six 24-megapixel JPEGs to a 2250x1000 JPEG",
      work: .collage(
        CollageJob(
          InputPhoto.series(6, of: PixelSize(width: 6000, height: 4000), .jpeg),
          canvas: PixelSize(width: 2250, height: 1000)))),
    BenchmarkCase(
      name: "mixed", title: "three 12-megapixel JPEGs and three PNGs to a 2400x1200 JPEG",
      work: .collage(
        CollageJob(InputPhoto.series(3, of: twelveMegapixels, .jpeg) + InputPhoto.series(3, of: twelveMegapixels, .png))
      )
    ),
    BenchmarkCase(
      name: "many", title: "100 12-megapixel JPEGs to a 2400x1800 JPEG",
      work: .collage(CollageJob.ofMany(100, columns: 10))),
    BenchmarkCase(
      name: "growth", title: "more and more 12-megapixel JPEGs, 240x180 in the collage each",
      work: .growth([(6, 3), (25, 5), (50, 10), (100, 10)].map { CollageJob.ofMany($0, columns: $1) })),
    BenchmarkCase(
      name: "preview", title: "a change seen in the preview of six 12-megapixel JPEGs, or in a 480x240 JPEG",
      work: .preview(
        PreviewCase(
          job: CollageJob(
            InputPhoto.series(6, of: twelveMegapixels, .jpeg), canvas: PixelSize(width: 480, height: 240))))),
    BenchmarkCase(
      name: "batch", title: "60 collages of four 640x480 JPEGs to 1280x960", work: .batch(BatchCase(collages: 60))),
    BenchmarkCase(name: "start-up", title: "starting and ending", work: .startUp),
  ]

  /// All programs to measure: `collage` first. Generates missing inputs.
  func entrants(
    _ ours: CollageProgram, _ peers: [Peer], _ inputs: InputFolder, _ toolbox: InstalledTools, in folder: FilePath
  ) throws -> [BenchmarkedProgram] {
    func task(_ job: CollageJob) throws -> CollageTask {
      CollageTask(
        photos: try inputs.paths(of: job.photos), grid: job.grid, format: job.format, folder: folder, toolbox: toolbox)
    }
    switch work {
    case .startUp: return ours.startUp(toolbox, in: folder)
    case .batch(let batch): return try batch.entrants(ours, inputs, toolbox, in: folder)
    case .growth(let jobs):
      return try jobs.map { try ours.entrant(for: task($0), named: "collage, \($0.photos.count) photos") }
    case .preview(let preview): return try preview.entrants(ours, peers, task(preview.job))
    case .collage(let job):
      let task = try task(job)
      return [ours.entrant(for: task)] + peers.map { $0.entrant(for: task) }
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
