/// What is drawn: groups of bars below each other, on one scale.
struct Chart: Encodable {
  /// One collage, by all programs that made it.
  struct Group: Encodable {
    let title: String
    /// Ours first.
    let bars: [Bar]
  }

  struct Bar: Encodable {
    let program: String
    let milliseconds: Double
    /// What stands at the bar's end.
    let label: String
  }

  let subtitle: String
  private(set) var groups: [Group] = []

  init(subtitle: String) { self.subtitle = subtitle }

  mutating func add(_ benchmark: BenchmarkCase, _ results: Series.Results) {
    let bars = results.entrants.map { entrant, measurements in
      let wall = measurements.wallMilliseconds.median
      return Bar(program: entrant.name, milliseconds: wall, label: "\(wall.text) ms")
    }
    groups.append(Group(title: benchmark.title.prefix(1).uppercased() + benchmark.title.dropFirst(), bars: bars))
  }
}
