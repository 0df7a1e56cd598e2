@testable import PhotoSources

/// Words come back from a line in which they are quoted; what is folded stays so.
func checkSearch(_ bytes: [UInt8]) throws(BrokenPromise) {
  let words = SearchQuery.words(in: bytes)
  try expect(
    words == simplyRead(bytes), "the words are \(words), read another way \(simplyRead(bytes))")
  let mark = UInt8(ascii: "\"")
  let line = words.map { [mark] + $0 + [mark] }.joined(separator: [UInt8(ascii: " ")])
  try expect(SearchQuery.words(in: Array(line)) == words, "words come back")
  let folded = TextFolding.folded(bytes)
  // Bytes that are no text may become some when a mark between them is left out.
  try expect(
    String(validating: bytes, as: UTF8.self) == nil || TextFolding.folded(folded) == folded,
    "what is folded stays so")
  let query = Result { () throws(SearchTermError) in try SearchQuery(words) }
  switch query {
  case .failure(let error):
    try expect(
      words.contains { $0.suffix(error.text.count) == error.text[...] }, "the fault is in a word")
  case .success(let query):
    for case .longSide(let pixels) in query.terms.map(\.condition) {
      try expect(pixels > 0, "a side has pixels")
    }
  }
}

/// The same words: every second part between quotation marks is quoted, and a blank in another one
/// ends a word.
private func simplyRead(_ line: [UInt8]) -> [[UInt8]] {
  let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    .enumerated()
  let marked = parts.flatMap { index, part in
    part.map { index % 2 == 0 && " \t".utf8.contains($0) ? nil : $0 }
  }
  return marked.split(separator: nil).map { $0.compactMap(\.self) }
}
