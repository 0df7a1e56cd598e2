internal import SystemPackage
internal import LineEditing

/// Standard input, line by line, byte for byte.
struct LineReader {
  private var buffer: [UInt8] = []
  private var atEnd = false

  /// The next line without its end, as carried text; nil at the end of the input.
  mutating func next() throws(CommandFailure) -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...end) }
        return LosslessText.text(of: Array(buffer[..<end]))
      }
      if atEnd {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : LosslessText.text(of: buffer)
      }
      var piece = [UInt8](repeating: 0, count: 4096)
      do {
        let count = try unsafe piece.withUnsafeMutableBytes { try unsafe FileDescriptor.standardInput.read(into: $0) }
        atEnd = count == 0
        buffer += piece[..<count]
      } catch {
        throw CommandFailure(.inputOutput, "reading standard input failed: \(error)")
      }
    }
  }
}
