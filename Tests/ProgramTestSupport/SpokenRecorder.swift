import SystemPackage
package import TestSupport
package import Testing

/// A program on a terminal, of which everything is recorded that a screen reader would have to
/// read: no line may need eyes.
package final class SpokenRecorder {
  package let terminal: PseudoTerminal

  package init(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    rows: Int = 200, columns: Int = 200
  ) throws {
    var program = BuiltProgram.command(arguments, in: folder)
    program.environment.merge(["LANG": "C.UTF-8"]) { $1 }
    program.environment.merge(environment) { $1 }
    terminal = try PseudoTerminal(running: program, rows: rows, columns: columns)
  }

  /// Another program, such as a shell that starts this one.
  package init(running program: ChildProcess, rows: Int = 200, columns: Int = 200) throws {
    terminal = try PseudoTerminal(running: program, rows: rows, columns: columns)
  }

  /// The lines so far, with those that were typed.
  package var lines: [String] {
    String(decoding: terminal.output, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  /// Waits for a prompt at the end of the output.
  package func wait(forPrompt prompt: String) throws {
    try terminal.wait { _ in self.lines.last == prompt + " " }
  }

  /// Types a line and Enter, and waits for the next prompt.
  ///
  /// - Returns: the lines in between.
  @discardableResult
  package func ask(_ line: String, prompt: String) throws -> [String] {
    let before = lines.count
    try terminal.send(line + "\n")
    try terminal.wait { _ in
      self.lines.count > before && self.lines.last == prompt + " "
    }
    return Array(lines[before...].dropLast())
  }

  /// Ends the input, and expects that the program ends like this.
  package func expectEnd(
    _ status: TerminationStatus = .exited(0), _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try terminal.waitForEnd() == status, "\(lines)", sourceLocation: location)
    #expect(try terminal.modes == terminal.modesAtStart, sourceLocation: location)
    expectPlain(location)
  }

  /// Expects nothing that has to be seen.
  package func expectPlain(_ location: SourceLocation = #_sourceLocation) {
    #expect(faults == [], sourceLocation: location)
  }

  /// What has to be seen: escape sequences, moves, signs in place of words, columns, repetition.
  package var faults: [String] {
    let output = terminal.output
    var faults: [String] = []
    for (place, byte) in output.enumerated() {
      let isAlone = byte == 0x0D && (place + 1 == output.count || output[place + 1] != 0x0A)
      if isAlone { faults.append("a carriage return alone at \(place)") }
      if byte < 0x20, byte != 0x0D, byte != 0x0A { faults.append("byte \(byte) at \(place)") }
    }
    let lines = lines
    for (place, line) in lines.enumerated() {
      if place > 0, !line.isEmpty, line == lines[place - 1] { faults.append("twice: \(line)") }
      if line.contains("  ") { faults.append("columns: \(line)") }
      if line.isEmpty, place < lines.count - 1 { faults.append("an empty line at \(place)") }
      if Self.hasPercentSign(line) { faults.append("a sign for percent: \(line)") }
      let signs = line.unicodeScalars.filter(Self.isSign)
      if !signs.isEmpty { faults.append("\(String(String.UnicodeScalarView(signs))): \(line)") }
    }
    return faults
  }

  /// Some readers pass over the sign. What users type, and help says how to type, stays as it is, and
  /// so do their own texts.
  private static func hasPercentSign(_ line: String) -> Bool {
    let isTyped = line.contains("> ") || line.contains("% off") || line.contains(/'[0-9]+%'/)
    return !isTyped && !line.contains(/^[a-z-]+( [A-Z]+)?:/) && line.contains(/[0-9]%/)
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Arrows; boxes, blocks and shapes; dingbats, such as check marks; braille.
    case 0x2190...0x21FF, 0x2500...0x25FF, 0x2700...0x27BF, 0x2800...0x28FF: true
    // Dots, crosses, ellipses and dashes; soft hyphens and marks of direction.
    case 0xB7, 0xD7, 0x2010...0x2027, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x80...0x9F: true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
