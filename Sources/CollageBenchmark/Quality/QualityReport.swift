import FoundationEssentials
import PhotoCodecs
import SystemPackage
import TestSupport

/// How well programs reduce photographs: compares each result with a full-precision reduction of the whole photo.
struct QualityReport {
  /// A program that reduces one photo to a size and writes a PNG.
  struct Reducer {
    let name: String
    let command: (_ photo: FilePath, _ size: PixelSize, _ output: FilePath) -> ChildProcess
  }

  /// The widths to which photos are reduced.
  static let widths = [1200, 800, 450]

  private let reducers: [Reducer]
  private let folder: TemporaryFolder

  init(_ ours: FilePath, _ toolbox: InstalledTools) throws {
    folder = try TemporaryFolder()
    reducers = Self.reducers(ours, toolbox, in: folder.path)
  }

  /// Measures all photos in `photos` and its subfolders that every program decodes alike: JPEGs that are stored upright,
  /// in sRGB, and at least twice as wide as the widest reduced one.
  func write(on photos: FilePath) throws {
    let files = try Self.jpegs(below: photos).filter(Self.isPlain)
    guard !files.isEmpty else { throw BenchmarkError.noPhotos(photos) }
    var table = MarkdownTable(header: ["program"] + Self.widths.map { "\($0) wide: dB" } + ["all: dB", "SSIM"])
    var likenesses = [[[PictureSimilarity]]](
      repeating: [[PictureSimilarity]](repeating: [], count: Self.widths.count), count: reducers.count)
    for (number, file) in files.enumerated() {
      Progress.show("photo \(number + 1) of \(files.count)")
      let whole = try Self.decode(file)
      let linear = LinearPicture(whole)
      for (column, width) in Self.widths.enumerated() {
        let height = (whole.size.height * width + whole.size.width / 2) / whole.size.width
        let size = PixelSize(width: width, height: height)
        let reference = linear.reduced(to: size).codes
        for (row, reducer) in reducers.enumerated() {
          let result = try reduce(file, to: size, with: reducer)
          likenesses[row][column].append(PictureSimilarity(of: result, to: reference))
        }
      }
    }
    for (reducer, results) in zip(reducers, likenesses) {
      let all = results.flatMap(\.self)
      table.rows.append(
        [reducer.name] + results.map { Self.mean($0.map(\.psnr)).text(decimals: 1) }
          + [Self.mean(all.map(\.psnr)).text(decimals: 1), Self.mean(all.map(\.ssim)).text(decimals: 4)])
    }
    try Report.write(
      "Means over \(files.count) photographs, against a whole decode reduced in linear light with full precision:\n\n"
        + table.text + "\n")
  }

  private func reduce(_ photo: FilePath, to size: PixelSize, with reducer: Reducer) throws -> Raster {
    let output = folder.path.appending("reduced.png")
    output.removeFile()
    let outcome = try reducer.command(photo, size, output).run()
    guard outcome.exitCode == 0 else { throw BenchmarkError.failed(reducer.name, outcome) }
    let result = try Self.decode(output)
    guard result.size == size else {
      throw BenchmarkError.noPicture(reducer.name, reason: "it is \(result.size), not \(size)")
    }
    return result
  }

  private static func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(max(numbers.count, 1)) }

  private static func jpegs(below folder: FilePath) throws -> [FilePath] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.string).sorted()
      .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg") }
      .map { folder.appending($0) }
  }

  private static func isPlain(_ path: FilePath) -> Bool {
    guard let file = try? PhotoFile.open(path), let header = try? PhotoHeader(of: file, limits: DecodeLimits()) else {
      return false
    }
    return header.colours == .sRGB && header.orientation == .up && header.storedSize.width >= 2 * 1200
      && header.fault == nil
  }

  private static func decode(_ path: FilePath) throws -> Raster {
    let file = try PhotoFile.open(path)
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    let raster = Raster(size: header.size, filledWith: .white)
    _ = try PhotoDecoder.draw(
      file, header, plan: DecodePlan(header, showing: Region(header.size), at: header.size, .exact),
      into: PixelRect(x: 0, y: 0, width: header.size.width, height: header.size.height), of: raster,
      background: .white, limits: DecodeLimits(), allowsDamage: true, isCancelled: { false })
    return raster
  }

  private static func reducers(_ ours: FilePath, _ toolbox: InstalledTools, in folder: FilePath) -> [Reducer] {
    func own(_ name: String, _ options: [String]) -> Reducer {
      Reducer(name: name) { photo, size, output in
        toolbox.command(
          ours,
          ["make", "--quiet", "--any-count", "--layout", "grid", "--canvas", "\(size)", "-o", output.string] + options
            + [photo.string], in: folder)
      }
    }
    let thumbnail = toolbox.find("vipsthumbnail").map { program in
      Reducer(name: "vipsthumbnail") { photo, size, output in
        toolbox.command(program, [photo.string, "--size", "\(size)!", "-o", output.string], in: folder)
      }
    }
    let pillow = toolbox.find("python3").flatMap { program in
      toolbox.output(of: program, ["-c", "import PIL"]).map { _ in
        Reducer(name: "Pillow thumbnail") { photo, size, output in
          let script = """
            import sys
            from PIL import Image
            size = (\(size.width), \(size.height))
            photo = Image.open(sys.argv[1])
            photo.thumbnail(size)
            if photo.size != size:
                photo = Image.open(sys.argv[1])
                photo.draft("RGB", size)
                photo = photo.resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)
            photo.convert("RGB").save(sys.argv[2])
            """
          return toolbox.command(program, ["-c", script, photo.string, output.string], in: folder)
        }
      }
    }
    let magick = toolbox.find("convert").map { program in
      Reducer(name: "convert -thumbnail") { photo, size, output in
        toolbox.command(
          program,
          [
            "-define", "jpeg:size=\(size.width * 2)x\(size.height * 2)", photo.string, "-thumbnail", "\(size)!",
            output.string,
          ], in: folder)
      }
    }
    return [own("collage", []), own("collage --exact", ["--exact"])] + [thumbnail, pillow, magick].compactMap(\.self)
  }
}
