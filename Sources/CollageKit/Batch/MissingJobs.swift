internal import FoundationEssentials
internal import SafeText
internal import SystemPackage

/// Finds the lines of a manifest that have no success among some results: the jobs that are left
/// after runs that stopped or failed.
package struct MissingJobs: Sendable {
  private var done: Set<NameHash> = []

  package init() {}

  /// Records the jobs that a file of results reports as saved or unchanged. Returns how many lines
  /// were not results: the last line of a killed run may be cut short.
  package mutating func read(_ results: LineReader) throws(BatchSourceError) -> Int {
    var results = results
    var odd = 0
    while let line = try results.next() {
      guard case .bytes(let bytes) = line, let document = try? JSONDocument(bytes),
        document.repeatedKey == nil,
        let object = document.value.object, let job = object["job"]?.text,
        let status = object["status"]?.text
      else {
        if case .bytes(let bytes) = line, bytes.isBlank { continue }
        odd += 1
        continue
      }
      if status == "saved" || status == "unchanged" { done.insert(NameHash(job)) }
    }
    return odd
  }

  /// Passes the lines of the remaining jobs to `write`, without their line breaks, until it returns
  /// false. A line without an id gets its number as its id, so that it keeps its name among other
  /// lines.
  ///
  /// - Returns: the numbers of lines that were skipped because they are too long to be jobs.
  package func lines(of manifest: LineReader, _ write: ([UInt8]) -> Bool) throws(BatchSourceError)
    -> [Int]
  {
    var tooLong: [Int] = []
    var manifest = manifest
    let parser = ManifestParser(root: ".")
    while let line = try manifest.next() {
      guard case .bytes(let bytes) = line else {
        tooLong.append(manifest.number)
        continue
      }
      if bytes.isBlank { continue }
      let entry = parser.entry(bytes, number: manifest.number)
      guard !done.contains(NameHash(entry.name)) else { continue }
      guard write(Self.named(bytes, entry.name)) else { break }
    }
    return tooLong
  }

  private static func named(_ line: [UInt8], _ name: String) -> [UInt8] {
    guard let object = (try? JSONDocument(line))?.value.object, object["id"] == nil,
      let brace = line.firstIndex(of: UInt8(ascii: "{"))
    else { return line }
    return line[...brace] + Array("\"id\":\"\(name)\"\(object.isEmpty ? "" : ",")".utf8)
      + line[(brace + 1)...]
  }
}
