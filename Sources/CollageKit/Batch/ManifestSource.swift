package import SystemPackage

/// The jobs of a manifest: JSON Lines. Empty lines are skipped, but counted.
package struct ManifestSource: BatchSource {
  private var lines: LineReader
  private let parser: ManifestParser
  private var number = 0

  package init(_ lines: LineReader, root: FilePath) {
    self.lines = lines
    parser = ManifestParser(root: root)
  }

  package mutating func next() throws(BatchSourceError) -> BatchEntry? {
    while let line = try lines.next() {
      number += 1
      switch line {
      case .tooLong:
        return ManifestParser.fault("longer than \(LineReader.limit >> 20) MiB; write one object a line", number)
      case .bytes(let bytes):
        if !bytes.isBlank { return parser.entry(bytes, number: number) }
      }
    }
    return nil
  }
}
