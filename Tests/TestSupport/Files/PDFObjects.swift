/// The objects of a PDF, by its cross-reference table, which must be right.
package struct PDFObjects {
  /// Why it is no PDF with one section.
  package struct Fault: Error, Hashable {
    package let reason: String
  }

  /// From each object's number on, up to and with `endobj`, by the number.
  private var objects: [Int: ArraySlice<UInt8>] = [:]
  package private(set) var trailer = ""

  package init(_ bytes: [UInt8]) throws(Fault) {
    // Nothing may stand between these lines, and many readers look for them in the last bytes alone.
    let end = String(decoding: bytes.suffix(1024), as: UTF8.self).split(separator: "\n").suffix(3)
    guard bytes.starts(with: Array("%PDF-1.6\n".utf8)), bytes.last == 0x0A, end.count == 3,
      end.first == "startxref", end.last == "%%EOF", let start = Int(end[end.startIndex + 1]),
      start < bytes.count
    else { throw Fault(reason: "no start or no end") }
    let table = String(decoding: bytes[start...], as: UTF8.self)
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines[0] == "xref", let count = Int(lines[1].dropFirst(2)), lines.count > count + 3,
      lines[2] == "0000000000 65535 f ", lines[count + 2] == "trailer"
    else { throw Fault(reason: "the table isn't where startxref says") }
    trailer = String(lines[count + 3])
    let offsets = lines[3..<count + 2].compactMap { line in
      line.utf8.count == 19 && line.hasSuffix(" 00000 n ") ? Int(line.prefix(10)) : nil
    }
    let ends = (offsets + [start]).sorted()
    for number in 1..<count {
      guard offsets.count == count - 1, case let offset = offsets[number - 1],
        let end = ends.first(where: { $0 > offset }), end <= start,
        case let object = bytes[offset..<end],
        object.starts(with: Array("\(number) 0 obj\n".utf8)),
        object.suffix(8).elementsEqual(Array("\nendobj\n".utf8))
      else { throw Fault(reason: "object \(number) isn't where the table says") }
      objects[number] = object
    }
  }

  package var count: Int { objects.count }

  /// What stands before a stream, or the whole object.
  package func value(_ number: Int) -> String {
    let object = objects[number] ?? []
    let end = object.firstRange(of: Array("\nstream\n".utf8))?.lowerBound ?? object.endIndex
    return String(decoding: object[..<end], as: UTF8.self)
  }

  /// The number of the only object whose value contains a text.
  package func number(containing text: String) throws(Fault) -> Int {
    let found = objects.keys.filter { value($0).contains(text) }
    guard found.count == 1 else { throw Fault(reason: "\(found.count) objects with \(text)") }
    return found[0]
  }

  /// The numbers of all objects whose values contain a text, in order.
  package func numbers(containing text: String) -> [Int] {
    objects.keys.filter { value($0).contains(text) }.sorted()
  }

  /// The bytes of a stream, whose length must be as the dictionary says.
  package func stream(_ number: Int) throws(Fault) -> [UInt8] {
    let object = objects[number] ?? []
    let entry = value(number).split(separator: "/Length ").last ?? ""
    let first = Int(entry.prefix { $0.isNumber })
    let length =
      entry.contains(" 0 R") ? first.flatMap { Int(value($0).split(separator: "\n")[1]) } : first
    guard let start = object.firstRange(of: Array("\nstream\n".utf8))?.upperBound, let length,
      object[start...].dropFirst(length).elementsEqual(Array("\nendstream\nendobj\n".utf8))
    else { throw Fault(reason: "the length of stream \(number) is wrong") }
    return Array(object[start...].prefix(length))
  }

  /// The four numbers of a page's box, in its units; nil if it has none.
  package func box(_ name: String) -> [Double]? {
    guard let page = try? number(containing: "/Type/Page/"),
      let entry = value(page).split(separator: "/\(name)[").dropFirst().first
    else { return nil }
    return entry.prefix { $0 != "]" }.split(separator: " ").compactMap { Double($0) }
  }
}
