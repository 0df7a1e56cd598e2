/// Writes the objects of a PDF one after the other, and at the end the table of where they begin.
struct PDFWriter {
  /// What was written since `takeOutput`.
  private(set) var output: [UInt8]
  /// How many bytes were taken.
  private var taken = 0
  /// Of the objects so far, whose numbers count from 1.
  private var offsets: [Int] = []

  /// - Parameter header: the file's first bytes.
  init(header: [UInt8]) { output = header }

  /// Begins the next object; what it is follows by `append`, and then `endObject`.
  private mutating func begin(_ number: Int) {
    offsets.append(taken + output.count)
    precondition(number == offsets.count, "objects come in the order of their numbers")
  }

  /// Adds an object that is already written out.
  mutating func add(_ number: Int, bytes: [UInt8]) {
    begin(number)
    output += bytes
  }

  mutating func add(_ number: Int, _ value: String) {
    add(number, bytes: Array("\(number) 0 obj\n\(value)\nendobj\n".utf8))
  }

  /// - Parameter entries: of the stream's dictionary, except for the length.
  mutating func add(_ number: Int, _ entries: String = "", stream: [UInt8]) {
    beginStream(number, "\(entries)/Length \(stream.count)")
    append(stream)
    endStream()
  }

  /// Begins a stream whose bytes follow by `append`, and then `endStream`.
  ///
  /// - Parameter entries: of its dictionary, with the length.
  mutating func beginStream(_ number: Int, _ entries: String) {
    add(number, bytes: Array("\(number) 0 obj\n<<\(entries)>>\nstream\n".utf8))
  }

  mutating func append(_ bytes: [UInt8]) { output += bytes }

  mutating func endStream() { output += Array("\nendstream\nendobj\n".utf8) }

  /// Ends the file after its last object.
  ///
  /// - Parameters:
  ///   - entries: of the trailer, except for the number of objects.
  ///   - comment: a whole line that follows it.
  mutating func finish(trailer entries: String, comment: [UInt8] = []) {
    let start = taken + output.count
    let table = offsets.map { offset in
      let digits = "\(offset)"
      return String(repeating: "0", count: max(10 - digits.count, 0)) + digits + " 00000 n \n"
    }
    let end = """
      xref
      0 \(offsets.count + 1)
      0000000000 65535 f \n\(table.joined())\
      trailer
      <</Size \(offsets.count + 1)\(entries)>>

      """
    output += Array(end.utf8) + comment + PDFEnd.marker(table: start)
  }

  /// What was written since the last call.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    taken += output.count
    return output
  }
}
