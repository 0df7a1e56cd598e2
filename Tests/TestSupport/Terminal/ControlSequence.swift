/// A sequence of the kind `ESC [ parameters final`.
struct ControlSequence {
  /// `?`, `>`, `<` or `=` before the parameters; it makes the sequence private to some terminals.
  let marker: Character?
  /// The parameters between semicolons, each with its parts between colons; at least one, and 0 if
  /// it is empty.
  let parameters: [[Int]]
  /// The last characters, which name the function: a letter, for some sequences after punctuation.
  let name: String
  /// The sequence without its `ESC`.
  let source: String

  /// Parses what follows `ESC [`, including the final byte.
  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    source = "[" + text
    marker = text.first.flatMap { "?><=".contains($0) ? $0 : nil }
    let body = text.dropFirst(marker == nil ? 0 : 1)
    let numbers = body.prefix { $0.isASCII && $0.isNumber || $0 == ";" || $0 == ":" }
    name = String(body.dropFirst(numbers.count))
    parameters = numbers.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    }
  }

  /// The parameter at this index as a count or coordinate: at least 1, which is the default too.
  func count(_ index: Int = 0) -> Int {
    index < parameters.count ? max(1, parameters[index][0]) : 1
  }
}
