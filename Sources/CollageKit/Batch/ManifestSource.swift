package import SystemPackage

/// The jobs of a manifest: JSON Lines. Empty lines are skipped, but counted.
package struct ManifestSource: BatchSource {
  private var lines: LineReader
  private let parser: ManifestParser

  package init(_ lines: LineReader, root: FilePath) {
    self.lines = lines
    parser = ManifestParser(root: root)
  }

  package mutating func next() throws(BatchSourceError) -> BatchEntry? {
    while let line = try lines.next() {
      switch line {
      case .tooLong:
        return ManifestParser.fault(
          "longer than \(LineReader.limit >> 20) MiB; write one object per line", lines.number)
      case .bytes(let bytes):
        if !bytes.isBlank { return parser.entry(bytes, number: lines.number) }
      }
    }
    return nil
  }
}
