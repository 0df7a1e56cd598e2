import PhotoCodecs
import SystemPackage

/// How long it takes until a swap of two photos is visible in the preview.
///
/// For comparison, the other programs make a new collage of about the preview's size: a viewer built on them would have
/// to do that for every change.
struct PreviewCase: Sendable {
  private static let line = "swap 1 2"
  /// An even number of swaps, after which the terminal scrolls with each.
  private static let warmUps = 12

  let job: CollageJob

  /// `collage` first: a change within one session, and the start of a session until the first preview.
  func entrants(_ ours: CollageProgram, _ peers: [Peer], _ task: CollageTask) throws -> [BenchmarkedProgram] {
    let prompt = try PreviewedPrompt(ours.path, task)
    let first = try prompt.settled()
    // Only what changes is drawn, so the first swaps, which also move the preview down, are drawn like no others.
    var swaps: [PreviewedPrompt.Picture] = []
    for _ in 0..<Self.warmUps {
      try prompt.type(Self.line)
      try prompt.enter()
      swaps.append(try prompt.settled())
    }
    // The next preview is the first of these; they alternate.
    var pictures = Array(swaps.suffix(2))
    precondition(pictures == swaps.dropLast(2).suffix(2) && pictures[0] != pictures[1], "no swap is drawn like another")
    let change = BenchmarkedProgram(name: "collage prompt, \(Self.line)", version: ours.version) {
      try prompt.type(Self.line)
      let (_, times) = try Stopwatch.time(cpu: { prompt.cpuSeconds }) {
        try prompt.enter()
        try prompt.wait(for: pictures[0])
      }
      pictures.reverse()
      return Measurement(times)
    }
    let start = BenchmarkedProgram(name: "collage prompt, first preview", version: ours.version) {
      var begun: PreviewedPrompt?
      let (_, times) = try Stopwatch.time(cpu: { begun?.cpuSeconds ?? 0 }) {
        let prompt = try PreviewedPrompt(ours.path, task)
        begun = prompt
        try prompt.wait(for: first)
      }
      return Measurement(times)
    }
    return [change, start] + peers.map { $0.entrant(for: task) }
  }
}
