import PhotoCodecs
import SystemPackage

/// Two photos change places while a collage is being put together: how long until one sees it.
///
/// Beside it what the other programs need to make a collage of about a preview's size anew, which a viewer that is built
/// on them would have to wait for.
struct PreviewCase: Sendable {
  private static let line = "swap 1 2"

  let job: CollageJob

  /// Ours first: a change within one session, and the start of a session until the first preview.
  func entrants(_ ours: OurProgram, _ peers: [Peer], _ task: CollageTask) throws -> [BenchmarkedProgram] {
    let prompt = try PreviewedPrompt(ours.path, task)
    let first = try prompt.settled()
    try prompt.type(Self.line)
    try prompt.enter()
    let second = try prompt.settled()
    precondition(first != second, "two photos look the same")

    // The one that comes next is the first of them.
    var pictures = [first, second]
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
