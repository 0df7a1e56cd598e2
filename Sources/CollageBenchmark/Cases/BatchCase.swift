import PhotoCodecs
import SystemPackage
import TestSupport

/// Many collages of four photos, each as large as its frame, so that the work around the photos dominates.
struct BatchCase: Sendable {
  private static let photo = PixelSize(width: 640, height: 480)
  private static let perCollage = 4

  let collages: Int

  private var photos: [InputPhoto] { InputPhoto.series(collages * Self.perCollage, of: Self.photo, .jpeg) }
  private var canvas: PixelSize { PixelSize(width: Self.photo.width * 2, height: Self.photo.height * 2) }

  /// The programs to measure, `collage` first. Each writes its collages into its own folder.
  func entrants(
    _ ours: CollageProgram, _ inputs: InputFolder, _ toolbox: InstalledTools, in folder: FilePath
  ) throws -> [BenchmarkedProgram] {
    let paths = try inputs.paths(of: photos)
    let groups = (0..<collages).map { Array(paths[$0 * Self.perCollage..<($0 + 1) * Self.perCollage]) }
    let manifest = try write(
      "jobs.jsonl", in: folder,
      groups.enumerated().map { index, group in
        "{\"id\": \"\(index)\", \"photos\": [\(group.map { "\"\($0)\"" }.joined(separator: ", "))]}"
      })
    let list = try write("jobs.txt", in: folder, groups.map { $0.map(\.string).joined(separator: " ") })
    return [ours.batch(manifest, canvas, toolbox, in: folder)]
      + [montageLoop(list, toolbox, in: folder), pyvipsPool(list, toolbox, in: folder)].compactMap(\.self)
  }

  private func write(_ name: String, in folder: FilePath, _ lines: [String]) throws -> FilePath {
    let path = folder.appending(name)
    let file = try FileDescriptor.open(path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(lines.map { "\($0)\n" }.joined().utf8) }
    return path
  }

  private func montageLoop(_ list: FilePath, _ toolbox: InstalledTools, in folder: FilePath) -> BenchmarkedProgram? {
    guard let shell = toolbox.find("sh"), let montage = toolbox.find("montage"),
      let version = toolbox.output(of: montage, ["--version"])?.first?.word(after: "ImageMagick")
    else { return nil }
    let script = """
      n=0
      while read -r a b c d; do
        \(montage) "$a" "$b" "$c" "$d" -tile 2x2 -geometry \(Self.photo)+0+0 -quality 90 "montage-$n.jpg"
        n=$((n+1))
      done < \(list)
      """
    return BenchmarkedProgram(
      name: "montage in a shell loop", version: "ImageMagick \(version)",
      commands: [toolbox.command(shell, ["-c", script], in: folder)])
  }

  private func pyvipsPool(_ list: FilePath, _ toolbox: InstalledTools, in folder: FilePath) -> BenchmarkedProgram? {
    guard let python = toolbox.python,
      let version = toolbox.output(of: python, ["-c", "import pyvips; print('pyvips', pyvips.__version__)"])?.first
    else { return nil }
    let script = """
      import sys
      from multiprocessing import Pool
      import pyvips
      def make(job):
          number, paths = job
          frames = [pyvips.Image.thumbnail(path, \(Self.photo.width), height=\(Self.photo.height), crop="centre")
                    for path in paths]
          pyvips.Image.arrayjoin(frames, across=2).jpegsave(f"pyvips-{number}.jpg", Q=90, subsample_mode="on")
      if __name__ == "__main__":
          with Pool(\(Machine.cores)) as pool:
              pool.map(make, enumerate(line.split() for line in open(sys.argv[1])), chunksize=4)
      """
    return BenchmarkedProgram(
      name: "pyvips, a process a core", version: version,
      commands: [toolbox.command(python, ["-c", script, list.string], in: folder)])
  }
}
