import Imaging
import PhotoCodecs

/// One of the field's benchmarks; its result is one table.
struct FieldCase: Sendable {
  /// For `--case`.
  let name: String
  let title: String
  /// By which times are divided; 1 where only whole runs matter.
  var photos = 1
  /// Whether the difference between the first program and the second is what faces cost.
  var showsFaces = false
  /// Judges what the programs wrote; nil for nothing to judge.
  var quality: (@Sendable (Workbench) throws -> String?)?
  /// All programs to measure; the others are compared with the first. Generates missing inputs.
  let entrants: @Sendable (Workbench) throws -> [BenchmarkedProgram]

  /// All, with painted photos and then with real ones, if there are any.
  static func all(_ photographs: Photographs) -> [FieldCase] {
    let painted = Source(name: "painted") { InputPhoto.series($0, of: $1, .jpeg, pictures: $2) }
    let real = Source(name: "real") { count, size, _ in photographs.series(count, of: size) }
    let sources =
      photographs.series(1, of: .twelveMegapixels).isEmpty ? [painted] : [painted, real]
    return sources.flatMap(cases)
      + [
        FieldCase(name: "start", title: "starting and ending") { bench in
          try bench.ours.starts(bench)
        }
      ]
  }

  /// Where photos come from.
  private struct Source: Sendable {
    let name: String
    /// So many photos of a size, of so many different pictures at most.
    let photos: @Sendable (_ count: Int, _ size: PixelSize, _ pictures: Int) -> [InputPhoto]
  }

  private static func cases(_ source: Source) -> [FieldCase] {
    let twoMegapixels = PixelSize(width: 1600, height: 1100)
    return [
      reducing(
        "sharp",
        ReducingCase(
          size: PixelSize(width: 720, height: 588), quality: 80,
          photos: source.photos(400, PixelSize(width: 2725, height: 2225), 8)), source),
      reducing(
        "thousand",
        ReducingCase(
          size: PixelSize(width: 800, height: 956), quality: 85,
          photos: source.photos(1000, PixelSize(width: 1179, height: 1409), 20)), source),
      FieldCase(
        name: "cropped-\(source.name)",
        title: "six \(source.name) 12-megapixel JPEGs to a 2400x1400 JPEG, cropped"
      ) { bench in
        let task = try bench.task(
          source.photos(6, .twelveMegapixels, 6), canvas: PixelSize(width: 2400, height: 1400))
        return ["centre", "auto"].map { focus in
          bench.ours.entrant(for: task, named: "collage --focus \(focus)", ["--focus", focus])
        }
      },
      FieldCase(
        name: "batch-\(source.name)",
        title: "100 collages of four \(source.name) 1600x1100 JPEGs to 1200x900",
        photos: 400, showsFaces: true
      ) { bench in
        let batch = BatchCase(
          collages: 100, photo: twoMegapixels, frame: PixelSize(width: 600, height: 450))
        return try batch.entrants(bench, of: source.photos(400, twoMegapixels, 100))
      },
    ]
  }

  private static func reducing(
    _ name: String, _ reducing: ReducingCase, _ source: Source
  ) -> FieldCase {
    let count = reducing.photos.count
    let photo = reducing.photos[0].size
    return FieldCase(
      name: "\(name)-\(source.name)",
      title: "\(count) \(source.name) JPEGs of \(photo) to \(reducing.size), quality "
        + "\(reducing.quality)",
      photos: count, quality: ReducedQuality(reducing: reducing).sentence,
      entrants: reducing.entrants)
  }
}
