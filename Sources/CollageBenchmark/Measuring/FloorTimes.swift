/// What a `Floor` takes, as the process that measured it prints it for the one that asked.
struct FloorTimes {
  /// Of all photos together, divided by the cores.
  let decodingSeconds: Double
  let encodingSeconds: Double
  let cpuSeconds: Double

  /// The three numbers, divided by spaces.
  var text: String { "\(decodingSeconds) \(encodingSeconds) \(cpuSeconds)" }
}

extension FloorTimes {
  /// Nil when the text is something else.
  init?(text: String) {
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 3 else { return nil }
    self.init(decodingSeconds: numbers[0], encodingSeconds: numbers[1], cpuSeconds: numbers[2])
  }
}
