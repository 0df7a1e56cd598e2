/// The data of a chart: groups of bars, one below the other, on one scale.
struct Chart: Encodable {
  /// One collage and the programs that made it.
  struct Group: Encodable {
    let title: String
    /// `collage` first.
    let bars: [Bar]
  }

  struct Bar: Encodable {
    let program: String
    let milliseconds: Double
    /// The text at the bar's end.
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
