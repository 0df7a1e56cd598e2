/// An order of photos as it is written: `2,1,3,4`.
package enum PhotoOrderText {
  /// Nil unless these are two or more numbers with commas between them.
  package static func numbers(in text: String) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count && numbers.count > 1 ? numbers : nil
  }

  /// Why numbers are no order of so many photos: the end of a sentence.
  package static func fault(photos count: Int) -> String {
    let example = (1...max(count, 2)).prefix(6).map { "\($0)" }
    return "must name each of the \(count) photos once, such as "
      + example.reversed().joined(separator: ",") + (count > 6 ? "..." : "")
  }
}
