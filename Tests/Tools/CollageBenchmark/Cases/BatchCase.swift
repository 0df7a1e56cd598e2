import FoundationEssentials
import Imaging
import PhotoCodecs
import SystemPackage

/// Many collages of four photos each, no photo twice, in a process a core where a library is used.
struct BatchCase: Sendable {
  let collages: Int
  let photo: PixelSize
  /// Where it has other proportions than the photos, the middle of each is shown; only collage
  /// looks for faces.
  let frame: PixelSize

  @Sendable func entrants(_ bench: Workbench) throws -> [BenchmarkedProgram] {
    try entrants(bench, of: InputPhoto.series(collages * 4, of: photo, .jpeg))
  }

  /// - Parameter photos: four for each collage.
  func entrants(_ bench: Workbench, of photos: [InputPhoto]) throws -> [BenchmarkedProgram] {
    let paths = try bench.inputs.paths(of: photos).map(\.string)
    let groups = (0..<collages).map { paths[$0 * 4..<($0 + 1) * 4] }
    let manifest = bench.folder.appending("jobs.jsonl").string
    let list = bench.folder.appending("jobs.txt").string
    let jobs = groups.enumerated().map {
      "{\"id\": \"\($0)\", \"photos\": [\"\($1.joined(separator: "\", \""))\"]}\n"
    }
    try jobs.joined().write(toFile: manifest, atomically: false, encoding: .utf8)
    try groups.map { $0.joined(separator: " ") + "\n" }.joined()
      .write(toFile: list, atomically: false, encoding: .utf8)
    let canvas = "\(2 * frame.width)x\(2 * frame.height)"
    let options = [
      "--layout", "grid", "--canvas", canvas, "--gap", "0", "--margin", "0", "--library", "library",
      "--force", "--quiet",
    ]
    let focuses =
      photo.width * frame.height == photo.height * frame.width ? ["auto"] : ["centre", "auto"]
    let ours = focuses.map { focus in
      let arguments = ["batch", manifest, "--focus", focus] + options
      return bench.entrant(
        "collage batch --focus \(focus)", bench.ours.version, bench.ours.path, arguments)
    }
    let pools = [
      ("pyvips", Peer.pyvipsVersion, pyvipsMaking), ("OpenCV", Peer.openCVVersion, openCVMaking),
    ]
    return ours
      + ([montageLoop(list, bench)]
      + pools.map { bench.pool($0, version: $1, making: $2, list) })
      .compactMap(\.self)
  }

  private func montageLoop(_ list: String, _ bench: Workbench) -> BenchmarkedProgram? {
    guard let montage = bench.peers.first(where: { $0.name == "montage" }) else { return nil }
    let script = """
      n=0
      while read -r a b c d; do
        montage -define jpeg:size=\(2 * frame.width)x\(2 * frame.height) "$a" "$b" "$c" "$d" \
          -thumbnail \(frame)^ -gravity center -extent \(frame) \
          -tile 2x2 -geometry +0+0 -quality 90 "montage-$n.jpg"
        n=$((n+1))
      done < \(list)
      """
    return bench.entrant("montage in a shell loop", montage.version, "/bin/sh", ["-c", script])
  }

  private var pyvipsMaking: String {
    """
    import pyvips
    def make(job):
        number, paths = job
        frames = [pyvips.Image.thumbnail(path, \(frame.width), height=\(frame.height), crop="centre") for path in paths]
        pyvips.Image.arrayjoin(frames, across=2).jpegsave(f"pyvips-{number}.jpg", Q=90, subsample_mode="on")
    """
  }

  private var openCVMaking: String {
    """
    import cv2
    import numpy
    cv2.setNumThreads(1)
    width, height = \(frame.width), \(frame.height)
    def fill(path):
        photo = cv2.imread(path, \(Peer.openCVFlag(photo, frame)))
        down, across = photo.shape[:2]
        y, x = max(down - across * height // width, 0) // 2, max(across - down * width // height, 0) // 2
        return cv2.resize(photo[y:down - y, x:across - x], (width, height), interpolation=cv2.INTER_AREA)
    def make(job):
        number, paths = job
        frames = [fill(path) for path in paths]
        canvas = numpy.vstack([numpy.hstack(frames[:2]), numpy.hstack(frames[2:])])
        cv2.imwrite(f"opencv-{number}.jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, 90])
    """
  }
}
