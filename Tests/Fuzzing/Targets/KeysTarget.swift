import LineEditing

/// However the bytes are split, the keys are the same; no text holds a control character, and
/// nothing stays pending.
func checkKeys(_ bytes: [UInt8]) throws(BrokenPromise) {
  var parser = KeyParser()
  let whole = (parser.feed(bytes) + parser.flush()).joined
  try expect(parser.timeout == nil, "nothing is pending at the end")
  switch bytes.choice(of: 4) {
  case 0: try checkBoundary(bytes)
  case 1: try checkMouseReport(bytes)
  default: try checkSplit(bytes, whole)
  }
  var editor = LineEditor(history: History(["add 'a b.jpg'", "🇩🇪🇫🇷", "e\u{301}"]))
  for key in whole {
    if case .text(let text) = key {
      let isPlain =
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      try expect(isPlain, "text without control characters: \(text.debugDescription)")
    }
    _ = editor.apply(key)
    try expect((0...editor.line.count).contains(editor.cursor), "the cursor is in the line")
  }
  let view = editor.view(prompt: "> ", columns: 20)
  _ = (view.before, view.after)
}

/// However the bytes are split, the keys are the same.
private func checkSplit(_ bytes: [UInt8], _ whole: [Key]) throws(BrokenPromise) {
  var parser = KeyParser()
  let length = bytes.choice(of: 3) + 1
  var keys: [Key] = []
  for start in stride(from: 0, to: bytes.count, by: length) {
    keys += parser.feed(bytes[start..<min(start + length, bytes.count)])
  }
  keys += parser.flush()
  try expect(
    keys.joined == whole, "\(length) at a time the keys are \(keys.joined), at once \(whole)")
}

/// Where nothing is pending, or what is pending is ended, the next bytes are those of a new parser.
private func checkBoundary(_ bytes: [UInt8]) throws(BrokenPromise) {
  let (first, rest) = (bytes.prefix(bytes.count / 2), bytes.suffix(bytes.count - bytes.count / 2))
  var (parser, other) = (KeyParser(), KeyParser())
  _ = parser.feed(first)
  if parser.timeout != nil { _ = parser.flush() }
  let keys = (parser.feed(rest) + parser.flush()).joined
  let expected = (other.feed(rest) + other.flush()).joined
  try expect(keys == expected, "after \(Array(first)) the keys are \(keys), else \(expected)")
}

/// An old mouse report is three bytes, whichever they are, and no key, whole or cut off.
private func checkMouseReport(_ bytes: [UInt8]) throws(BrokenPromise) {
  let start: [UInt8] = bytes.choice(of: 2) == 0 ? [0x1B] : [0x1B, 0x1B]
  var parser = KeyParser()
  let keys =
    parser.feed(start + Array("[M".utf8) + bytes.prefix(bytes.choice(of: 4))) + parser.flush()
  try expect(keys.isEmpty, "a mouse report is no key: \(keys)")
}

extension [Key] {
  /// The same keys with neighbouring texts joined, because where bytes are split doesn't matter.
  fileprivate var joined: [Key] {
    reduce(into: []) { keys, key in
      switch (keys.last, key) {
      case (.text(let first), .text(let second)): keys[keys.count - 1] = .text(first + second)
      case (.paste(let first), .paste(let second)): keys[keys.count - 1] = .paste(first + second)
      default: keys.append(key)
      }
    }
  }
}
