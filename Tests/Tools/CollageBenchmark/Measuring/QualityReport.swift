import FoundationEssentials
import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport

/// How well programs reduce photographs: the peak signal to noise ratio of each result against the
/// whole photo reduced in linear light with 16 bits by ImageMagick's Lanczos filter, as
/// ImageMagick's `compare` tells it.
struct QualityReport {
  /// A program that reduces one photo to a size and writes a PNG: its command.
  private typealias Reducer = (
    name: String, command: (_ photo: String, _ size: PixelSize, _ output: String) -> [String]
  )

  /// The widths to which photos are reduced.
  private static let widths = [1200, 800, 450]

  private let tools: InstalledTools
  private let folder: TemporaryFolder
  private let reducers: [Reducer]

  init(_ ours: FilePath, _ tools: InstalledTools) throws {
    self.tools = tools
    folder = try TemporaryFolder()
    reducers = Self.reducers(ours.string, tools)
  }

  /// Measures all photos in `photos` and its subfolders that every program decodes alike: JPEGs
  /// that are stored upright, in sRGB, and at least twice as wide as the widest reduced one.
  func write(on photos: FilePath) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: photos.string).sorted()
      .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg") }
      .map { photos.appending($0) }
      .compactMap { file in Self.plainSize(file).map { (file.string, $0) } }
    guard !files.isEmpty else { throw BenchmarkError.noPhotos(photos) }
    let (reference, reduced) = (
      folder.path(of: "reference.png").string, folder.path(of: "reduced.png").string
    )
    var ratios = reducers.map { _ in Self.widths.map { _ in 0.0 } }
    for (file, whole) in files {
      Report.progress(file)
      for (column, width) in Self.widths.enumerated() {
        let size = PixelSize(
          width: width, height: (whole.height * width + whole.width / 2) / whole.width)
        let filter = [
          "-colorspace", "RGB", "-filter", "Lanczos", "-resize", "\(size)!", "-colorspace", "sRGB",
        ]
        _ = try run("convert", ["convert", file] + filter + ["-depth", "16", reference])
        for (row, reducer) in reducers.enumerated() {
          _ = try run(reducer.name, reducer.command(file, size, reduced))
          let answer = try run(
            "compare", ["compare", "-quiet", "-metric", "PSNR", reference, reduced, "null:"])
          ratios[row][column] += (Double(answer) ?? .nan) / Double(files.count)
        }
      }
    }
    let rows = zip(reducers, ratios).map { reducer, ratios in
      let mean: Double = ratios.reduce(0, +) / Double(ratios.count)
      return [reducer.name] + (ratios + [mean]).map { $0.text(decimals: 1) }
    }
    try Report.write("Means over \(files.count) photographs, in decibels:\n")
    try Report.write(Report.table(["program"] + Self.widths.map { "\($0) wide" } + ["all"], rows))
  }

  /// Runs a command, and returns what it says on standard error.
  private func run(_ name: String, _ command: [String]) throws -> String {
    guard let program = command[0].hasPrefix("/") ? FilePath(command[0]) : tools.find(command[0])
    else {
      throw BenchmarkError.noProgram(FilePath(command[0]))
    }
    let outcome = try tools.command(program, Array(command.dropFirst()), in: folder.path).run()
    // `compare` exits with 1 when the pictures differ.
    guard outcome.exitCode == 0 || command[0] == "compare" && outcome.exitCode == 1 else {
      throw BenchmarkError.failed(name, outcome)
    }
    return outcome.error
  }

  private static func plainSize(_ path: FilePath) -> PixelSize? {
    guard let file = try? PhotoFile.open(path),
      let header = try? PhotoHeader(of: file, limits: DecodeLimits()),
      header.colours == .sRGB, header.orientation == .up, header.storedSize.width >= 2 * widths[0],
      header.fault == nil
    else { return nil }
    return header.size
  }

  private static func reducers(_ ours: String, _ tools: InstalledTools) -> [Reducer] {
    func own(_ name: String, _ options: [String]) -> Reducer {
      (
        name,
        { photo, size, output in
          [
            ours, "make", "--quiet", "--force", "--any-count", "--layout", "grid", "--canvas",
            "\(size)", "-o", output,
          ]
            + options + [photo]
        }
      )
    }
    let pillow = """
      import sys
      from PIL import Image
      size = (int(sys.argv[2]), int(sys.argv[3]))
      photo = Image.open(sys.argv[1])
      photo.thumbnail(size)
      if photo.size != size:
          photo = Image.open(sys.argv[1])
          photo.draft("RGB", size)
          photo = photo.resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)
      photo.convert("RGB").save(sys.argv[4])
      """
    var reducers = [own("collage", []), own("collage --exact", ["--exact"])]
    if tools.find("vipsthumbnail") != nil {
      reducers.append(("vipsthumbnail", { ["vipsthumbnail", $0, "--size", "\($1)!", "-o", $2] }))
    }
    if let python = tools.pythons.first(where: {
      tools.output(of: $0, ["-c", "import PIL"]) != nil
    }) {
      reducers.append(
        (
          "Pillow thumbnail",
          { [python.string, "-c", pillow, $0, "\($1.width)", "\($1.height)", $2] }
        ))
    }
    reducers.append(
      (
        "convert -thumbnail",
        {
          [
            "convert", "-define", "jpeg:size=\($1.width * 2)x\($1.height * 2)", $0, "-thumbnail",
            "\($1)!", $2,
          ]
        }
      ))
    return reducers
  }
}
