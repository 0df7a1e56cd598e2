import FoundationEssentials
import Imaging
import SystemPackage

/// Many photos that are made smaller, each for itself: what sites do with what users upload. Every
/// program works in as many processes or threads as there are processors, so that its processor
/// time is what it costs on one.
struct ReducingCase: Sendable {
  let size: PixelSize
  let quality: Int
  let photos: [InputPhoto]

  @Sendable func entrants(_ bench: Workbench) throws -> [BenchmarkedProgram] {
    let paths = try bench.inputs.paths(of: photos).map(\.string)
    let list = bench.folder.appending("photos.txt").string
    try (paths.joined(separator: "\n") + "\n")
      .write(toFile: list, atomically: false, encoding: .utf8)
    return [try ours(paths, bench), pyvips(list, bench)].compactMap(\.self)
  }

  private func ours(_ paths: [String], _ bench: Workbench) throws -> BenchmarkedProgram {
    let jobs = paths.enumerated().map { number, path in
      "{\"id\": \"\(number)\", \"photos\": [\"\(path)\"], \"output\": \"collage-\(number).jpg\"}\n"
    }
    let manifest = bench.folder.appending("jobs.jsonl").string
    try jobs.joined().write(toFile: manifest, atomically: false, encoding: .utf8)
    let arguments = [
      "batch", manifest, "--any-count", "--layout", "grid", "--canvas", "\(size)", "--gap", "0",
      "--margin", "0", "--quality", "\(quality)", "--force", "--quiet",
    ]
    return bench.entrant("collage batch", bench.ours.version, bench.ours.path, arguments)
  }

  private func pyvips(_ list: String, _ bench: Workbench) -> BenchmarkedProgram? {
    let making = """
      import os
      os.environ["VIPS_CONCURRENCY"] = "1"
      import pyvips
      def make(job):
          number, paths = job
          photo = pyvips.Image.thumbnail(paths[0], \(size.width), height=\(size.height), size="force")
          photo.jpegsave(f"pyvips-{number}.jpg", Q=\(quality), subsample_mode="on", keep="none")
      """
    return bench.pool("pyvips", version: Peer.pyvipsVersion, making: making, list)
  }
}
