internal import ArgumentParser
internal import PhotoSources

extension FindCommand {
  /// The command that these arguments are, if they are its name and words alone; nil for any
  /// others. The argument parser would take longer to find that out than the search through a small
  /// folder takes.
  init?(wordsAlone arguments: [String]) {
    guard arguments.first == Self.name else { return nil }
    let words = arguments.dropFirst()
    guard words.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) else { return nil }
    self.init()
    // Each property needs a value, since the parser gives none.
    self.words = Array(words)
    folders = []
    series = .unused
    exclusions = .unused
    library = .unused
    web = false
    page = nil
    search = .unused
    isNullTerminated = false
    json = false
    countBy = nil
    sort = nil
    limit = nil
    webOptions = .unused
    sandbox = .unused
  }
}

extension SeriesOptions {
  fileprivate static var unused: Self {
    var options = Self()
    options.distinct = false
    options.best = nil
    options.explain = false
    return options
  }
}

extension ExclusionOptions {
  fileprivate static var unused: Self {
    var options = Self()
    options.patterns = []
    options.takesCollages = false
    return options
  }
}

extension SearchOptions {
  fileprivate static var unused: Self {
    var options = Self()
    options.service = .openverse
    options.licence = .any
    return options
  }
}
