import Imaging
import PhotoCodecs
import SystemPackage

/// What cases measure, and where.
struct Workbench {
  let ours: CollageProgram
  let peers: [Peer]
  let inputs: InputFolder
  let tools: InstalledTools
  /// The programs' working folder, for results and intermediate files.
  let folder: FilePath

  /// A collage of generated photos.
  func task(
    _ photos: [InputPhoto], columns: Int = 3,
    canvas: PixelSize = PixelSize(width: 2400, height: 1200),
    format: OutputFormat = .jpeg
  ) throws -> CollageTask {
    CollageTask(
      photos: try inputs.paths(of: photos).map(\.string), photoSize: photos[0].size,
      columns: columns, canvas: canvas,
      format: format, bench: self)
  }

  /// A collage of many 12-megapixel photos, 240x180 pixels each, in full rows. There are six
  /// different pictures.
  func task(ofMany count: Int, columns: Int) throws -> CollageTask {
    try task(
      InputPhoto.series(count, of: .twelveMegapixels, .jpeg, pictures: 6), columns: columns,
      canvas: PixelSize(width: columns * 240, height: count / columns * 180))
  }

  func entrants(_ task: CollageTask) -> [BenchmarkedProgram] {
    [ours.entrant(for: task)] + peers.map { $0.entrant(for: task) }
  }

  /// A Python script that works in a process for each processor; nil if no interpreter has its
  /// library.
  ///
  /// - Parameters:
  ///   - versionScript: prints the library's version.
  ///   - making: defines `make` of a number and the paths in one line of the list.
  ///   - list: a file with a line for each job.
  func pool(
    _ name: String, version versionScript: String, making: String, _ list: String
  ) -> BenchmarkedProgram? {
    let found = tools.pythons.lazy.compactMap { python in
      tools.output(of: python, ["-c", versionScript]).map { (python, $0) }
    }.first
    guard let (python, version) = found else { return nil }
    let script = """
      import sys
      from multiprocessing import Pool
      \(making)
      if __name__ == "__main__":
          with Pool(\(Report.cores)) as pool:
              pool.map(make, enumerate(line.split() for line in open(sys.argv[1])), chunksize=4)
      """
    return entrant("\(name), a process a core", version, python, ["-c", script, list])
  }

  /// A program that writes no picture that is checked.
  func entrant(_ name: String, _ version: String, _ program: FilePath, _ arguments: [String])
    -> BenchmarkedProgram
  {
    BenchmarkedProgram(
      name: name, version: version, commands: [tools.command(program, arguments, in: folder)])
  }
}

/// Photos, and the collage that every program makes of them: equal frames without gaps, filled row
/// by row.
///
/// The photos have the proportions of their frames, because not every program can crop a photo to
/// its centre.
struct CollageTask {
  let photos: [String]
  /// Of each photo.
  let photoSize: PixelSize
  let columns: Int
  let canvas: PixelSize
  let format: OutputFormat
  let bench: Workbench

  var rows: Int { (photos.count + columns - 1) / columns }
  /// In whole pixels, because programs round in different ways.
  var frame: PixelSize { PixelSize(width: canvas.width / columns, height: canvas.height / rows) }

  /// A program whose commands, each with its program, make the collage and write it to a path.
  func entrant(_ name: String, _ version: String, _ commands: (_ output: String) -> [[String]])
    -> BenchmarkedProgram
  {
    let output = bench.folder.appending("\(name.replacing(" ", with: "-")).\(format.fileExtension)")
    return BenchmarkedProgram(
      name: name, version: version,
      commands: commands(output.string).map {
        bench.tools.command(FilePath($0[0]), Array($0.dropFirst()), in: bench.folder)
      }, result: (output, canvas))
  }
}
