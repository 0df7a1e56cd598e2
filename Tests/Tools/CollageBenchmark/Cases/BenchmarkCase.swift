import ArgumentParser
import Imaging
import PhotoCodecs

/// One thing to measure; its result is one table.
struct BenchmarkCase: Sendable {
  /// For `--only`.
  let name: String
  let title: String
  /// All programs to measure, `collage` first. Generates missing inputs.
  let entrants: @Sendable (Workbench) throws -> [BenchmarkedProgram]

  static let all = [
    BenchmarkCase(name: "jpeg", title: "six 12-megapixel JPEGs to a 2400x1200 JPEG") {
      try $0.entrants($0.task(InputPhoto.series(6, of: .twelveMegapixels, .jpeg)))
    },
    BenchmarkCase(
      name: "cropped", title: "six 12-megapixel JPEGs to a 2400x1400 JPEG, cropped",
      entrants: croppedEntrants),
    BenchmarkCase(name: "png", title: "six 12-megapixel PNGs to a 2400x1200 JPEG") {
      try $0.entrants($0.task(InputPhoto.series(6, of: .twelveMegapixels, .png)))
    },
    BenchmarkCase(name: "small", title: "six 640x480 JPEGs to a 2400x1200 JPEG") {
      try $0.entrants($0.task(InputPhoto.series(6, of: .small, .jpeg)))
    },
    BenchmarkCase(name: "png-output", title: "six 12-megapixel JPEGs to a 2400x1200 PNG") {
      try $0.entrants($0.task(InputPhoto.series(6, of: .twelveMegapixels, .jpeg), format: .png))
    },
    BenchmarkCase(name: "large", title: "six 24-megapixel JPEGs to a 2250x1000 JPEG") {
      let photos = InputPhoto.series(6, of: PixelSize(width: 6000, height: 4000), .jpeg)
      return try $0.entrants($0.task(photos, canvas: PixelSize(width: 2250, height: 1000)))
    },
    BenchmarkCase(
      name: "mixed", title: "three 12-megapixel JPEGs and three PNGs to a 2400x1200 JPEG"
    ) {
      let photos = [OutputFormat.jpeg, .png].flatMap {
        InputPhoto.series(3, of: .twelveMegapixels, $0)
      }
      return try $0.entrants($0.task(photos))
    },
    BenchmarkCase(name: "many", title: "100 12-megapixel JPEGs to a 2400x1800 JPEG") {
      try $0.entrants($0.task(ofMany: 100, columns: 10))
    },
    BenchmarkCase(
      name: "growth", title: "more and more 12-megapixel JPEGs, 240x180 in the collage each"
    ) { bench in
      try [(6, 3), (25, 5), (50, 10), (100, 10)].map { count, columns in
        try bench.ours.entrant(
          for: bench.task(ofMany: count, columns: columns), named: "collage, \(count) photos")
      }
    },
    BenchmarkCase(
      name: "preview",
      title: "a change seen in the preview of six 12-megapixel JPEGs, or in a 480x240 JPEG",
      entrants: PreviewedPrompt.entrants),
    BenchmarkCase(
      name: "batch", title: "60 collages of four 640x480 JPEGs to 1280x960",
      entrants: BatchCase(collages: 60, photo: .small, frame: .small).entrants),
    BenchmarkCase(
      name: "middling", title: "100 collages of four 1600x1100 JPEGs to 1200x900",
      entrants: BatchCase(
        collages: 100, photo: PixelSize(width: 1600, height: 1100),
        frame: PixelSize(width: 600, height: 450)
      ).entrants),
    BenchmarkCase(name: "start-up", title: "starting and ending") { $0.ours.startUp($0) },
  ]
}

extension BenchmarkCase {
  /// What it takes to look for faces.
  @Sendable
  private static func croppedEntrants(_ bench: Workbench) throws -> [BenchmarkedProgram] {
    let task = try bench.task(
      InputPhoto.series(6, of: .twelveMegapixels, .jpeg),
      canvas: PixelSize(width: 2400, height: 1400))
    return ["centre", "auto"].map { focus in
      bench.ours.entrant(
        for: task, named: "collage --focus \(focus)", ["--focus", focus])
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
