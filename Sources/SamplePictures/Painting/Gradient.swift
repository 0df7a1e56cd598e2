/// Colours at places, and everything between.
struct Gradient {
  private let stops: [(place: Float, light: Light)]

  /// - Parameter stops: in ascending order; 0xRRGGBB.
  init(_ stops: (Float, UInt32)...) {
    self.stops = stops.map { ($0.0, Light($0.1)) }
  }

  /// The first colour before the first place, the last after the last.
  func light(at place: Float) -> Light {
    guard let next = stops.firstIndex(where: { $0.place > place }) else {
      return stops[stops.count - 1].light
    }
    guard next > 0 else { return stops[0].light }
    let (from, to) = (stops[next - 1], stops[next])
    return from.light.mixed(with: to.light, (place - from.place) / (to.place - from.place))
  }
}
