import PhotoCodecs
import SystemPackage

/// How long each task of one collage takes on a processor of its own, in seconds.
struct TaskTrace {
  /// A photo's tasks. It is decoded piece by piece, and each piece is resampled once it is decoded.
  struct Photo {
    let hashing: Double
    /// All of it, with the inflating.
    let decoding: Double
    /// What another thread may do ahead: for a PNG a part of the decoding, into so many buffers; else none.
    let inflating: Double
    let buffers: Int
    let resampling: Double
    let pieces: Int

    var whole: Double { hashing + decoding + resampling }
    /// Whatever runs beside it.
    var longestTask: Double { max(hashing, inflating, decoding - inflating, resampling) }
  }

  /// A band of the collage, which is encoded once its photos are drawn.
  struct Band {
    let encoding: Double
    /// The indices of its photos.
    let photos: [Int]
  }

  /// The longest first, as they are drawn.
  let photos: [Photo]
  let bands: [Band]
  /// Joining the bands.
  let joining: Double

  /// Measures the tasks, each several times; the shortest time counts, because nothing else makes a task faster.
  init(of paths: [FilePath], in grid: Grid, encoding: Encoding) throws {
    let raster = Raster(size: grid.canvas, filledWith: .white)
    let measured = try paths.enumerated().map { index, path in
      (index, try Self.photo(path, into: grid.frame(at: index), of: raster))
    }.sorted { $0.1.whole > $1.1.whole }
    photos = measured.map(\.1)
    let pixels = PixelBands(raster, as: encoding)
    bands = (0..<pixels.count).map { band in
      let rows = pixels.rowsNeeded(for: band)
      return Band(
        encoding: Self.shortest { pixels.encode(band) },
        photos: measured.indices.filter { turn in
          let frame = grid.frame(at: measured[turn].0)
          return rows.overlaps(frame.y..<frame.y + frame.height)
        })
    }
    var encoder = try PhotoEncoder(pixels, recipe: nil)
    let start = ContinuousClock.now
    while try encoder.nextBytes() != nil {}
    joining = start.duration(to: .now) / .seconds(1)
  }

  private static func photo(_ path: FilePath, into frame: PixelRect, of raster: Raster) throws -> Photo {
    let file = try PhotoFile.open(path)
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    let plan = DecodePlan(header, showing: Region(filling: frame.size, from: header.size), at: frame.size)
    let hashing = try shortest { _ = try Digest(of: file) }
    let decoding = try shortest {
      try DecodeFloor.decode(file, header, plan: plan, limits: DecodeLimits(), usesLibjpegAlone: false)
    }
    let inflating = try (0..<5).map { _ in
      try DecodeFloor.inflating(file, header, plan: plan, limits: DecodeLimits())
    }.min { $0.seconds < $1.seconds }!
    let drawing = try shortest {
      _ = try PhotoDecoder.draw(
        file, header, plan: plan, into: frame, of: raster, background: .white, limits: DecodeLimits(),
        allowsDamage: false, isCancelled: { false })
    }
    // A strip of four decoded rows is resampled at a time.
    let pieces = max(header.storedSize.height * plan.eighths / 8 / 4, 1)
    return Photo(
      hashing: hashing, decoding: decoding, inflating: min(inflating.seconds, decoding), buffers: inflating.buffers,
      resampling: max(drawing - decoding, 0), pieces: pieces)
  }

  private static func shortest(_ work: () throws -> Void) rethrows -> Double {
    try (0..<5).map { _ in
      let start = ContinuousClock.now
      try work()
      return start.duration(to: .now) / .seconds(1)
    }.min()!
  }
}
