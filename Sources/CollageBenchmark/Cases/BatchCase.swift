import FoundationEssentials
import PhotoCodecs
import SystemPackage

/// Many collages of four photos, each as large as its frame, so that the work around the photos dominates.
struct BatchCase: Sendable {
  let collages: Int

  @Sendable func entrants(_ bench: Workbench) throws -> [BenchmarkedProgram] {
    let paths = try bench.inputs.paths(of: InputPhoto.series(collages * 4, of: .small, .jpeg)).map(\.string)
    let groups = (0..<collages).map { paths[$0 * 4..<($0 + 1) * 4] }
    let manifest = bench.folder.appending("jobs.jsonl").string
    let list = bench.folder.appending("jobs.txt").string
    let jobs = groups.enumerated().map { "{\"id\": \"\($0)\", \"photos\": [\"\($1.joined(separator: "\", \""))\"]}\n" }
    try jobs.joined().write(toFile: manifest, atomically: false, encoding: .utf8)
    try groups.map { $0.joined(separator: " ") + "\n" }.joined()
      .write(toFile: list, atomically: false, encoding: .utf8)
    let options = ["--layout", "grid", "--canvas", "1280x960", "--library", "library", "--force", "--quiet"]
    let ours = bench.entrant("collage batch", bench.ours.version, bench.ours.path, ["batch", manifest] + options)
    return [ours] + [montageLoop(list, bench), pyvipsPool(list, bench)].compactMap(\.self)
  }

  private func montageLoop(_ list: String, _ bench: Workbench) -> BenchmarkedProgram? {
    guard let montage = bench.peers.first(where: { $0.name == "montage" }) else { return nil }
    let script = """
      n=0
      while read -r a b c d; do
        montage "$a" "$b" "$c" "$d" -tile 2x2 -geometry 640x480+0+0 -quality 90 "montage-$n.jpg"
        n=$((n+1))
      done < \(list)
      """
    return bench.entrant("montage in a shell loop", montage.version, "/bin/sh", ["-c", script])
  }

  private func pyvipsPool(_ list: String, _ bench: Workbench) -> BenchmarkedProgram? {
    let found = bench.tools.pythons.lazy.compactMap { python in
      bench.tools.output(of: python, ["-c", Peer.pyvipsVersion]).map { (python, $0) }
    }.first
    guard let (python, version) = found else { return nil }
    let script = """
      import sys
      from multiprocessing import Pool
      import pyvips
      def make(job):
          number, paths = job
          frames = [pyvips.Image.thumbnail(path, 640, height=480, crop="centre") for path in paths]
          pyvips.Image.arrayjoin(frames, across=2).jpegsave(f"pyvips-{number}.jpg", Q=90, subsample_mode="on")
      if __name__ == "__main__":
          with Pool(\(Report.cores)) as pool:
              pool.map(make, enumerate(line.split() for line in open(sys.argv[1])), chunksize=4)
      """
    return bench.entrant("pyvips, a process a core", version, python, ["-c", script, list])
  }
}
