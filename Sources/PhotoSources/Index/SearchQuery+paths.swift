extension SearchQuery {
  /// The indices of the paths that meet all conditions on words.
  func places(in paths: FoldedPaths) -> PhotoSet {
    var places = PhotoSet(first: paths.count)
    for term in terms {
      guard case .word(let word) = term.condition else { continue }
      let found = paths.places(containing: word)
      places = term.isNegated ? places.subtracting(found) : places.intersection(found)
    }
    return places
  }
}
