extension String {
  /// This JSON with the selected scalars written as `\u` and four hexadecimal digits; its value
  /// stays the same.
  ///
  /// - Parameter isEscaped: takes all scalars, and the index of one.
  package func escapingInJSON(where isEscaped: ([Unicode.Scalar], Int) -> Bool) -> String {
    let scalars = Array(unicodeScalars)
    guard scalars.indices.contains(where: { isEscaped(scalars, $0) }) else { return self }
    var text = ""
    for (index, scalar) in scalars.enumerated() {
      if isEscaped(scalars, index) {
        for unit in UTF16.encode(scalar)! {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
