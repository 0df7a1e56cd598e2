/// What to search for: photos that meet all of some conditions.
///
/// - `WORD`: the path below the searched folder contains it, in upper or lower case, with or without accents.
/// - `name:WORD`: the same for a word that would be a condition, such as `name:square`.
/// - `date:2024`, `date:2024-07`, `date:2024-07-15`: taken in that year, in that month, on that day.
/// - `after:DATE`, `before:DATE`: taken since the beginning of that time, or before it.
/// - `landscape`, `portrait`, `square`: the upright photo's shape.
/// - `larger:4000`: the longer side has at least so many pixels.
/// - `format:png`, `format:jpeg`.
/// - `-CONDITION`: does not meet it.
///
/// A photo's date is the one in EXIF, else its file's. A photo whose header can't be read meets no condition on its
/// size, negated or not.
package struct SearchQuery: Sendable {
  let terms: [SearchTerm]

  /// - Parameter words: one condition each, as bytes; an empty one holds for all photos.
  package init(_ words: [[UInt8]]) throws(SearchTermError) {
    var terms: [SearchTerm] = []
    for word in words { terms.append(try SearchTerm(word)) }
    self.terms = terms
  }
}
