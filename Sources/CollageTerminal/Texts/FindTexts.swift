internal import CollageKit
package import PhotoSources
package import SystemPackage

/// The sentences of `collage find`.
package enum FindTexts {
  /// "nothing found among 1,204 photos in ~/Pictures; 12 match without landscape, 3 without rome;
  /// --in searches another folder"
  ///
  /// - Parameters:
  ///   - hidden: for each condition, how many photos only that one hides; nil for what the result
  ///     knows.
  ///   - keyed: what words would find with keys before them.
  ///   - option: by which another folder is searched; nil if folders are no option.
  package static func nothingFound(
    _ result: SearchResult, _ hidden: [SearchResult.Hidden]? = nil,
    _ keyed: [SearchResult.KeyedWord] = [], in folders: [FilePath], by option: String? = "--in"
  ) -> String {
    if result.searchedCount == 0 {
      return "\(noPhotos(in: folders)); "
        + (option.map { "give a folder with \($0)" } ?? "name another folder")
    }
    return reasons(among: result.searchedCount, hidden ?? result.hidden, in: folders) + found(keyed)
      + (option.map { "\(listing(result.hidden)); \($0) searches another folder" } ?? "")
  }

  /// "; --count-by keyword lists those there are", if any condition is about a keyword, and so for
  /// people and titles; empty if none is.
  private static func listing(_ conditions: [SearchResult.Hidden]) -> String {
    let fields: [Tally.Field] = [.person, .keyword, .title]
    let field = fields.first { field in
      conditions.contains { $0.term.starts(with: "\(field.rawValue):".utf8) }
    }
    return field.map { "; --count-by \($0.rawValue) lists those there are" } ?? ""
  }

  /// "'rme' is no folder, so it was searched for as a word": what 'collage next' takes for one.
  package static func takenForWords(_ words: [String]) -> String {
    let names = words.map { "'\($0.displayedRaw)'" }
    return words.count == 1
      ? "\(names[0]) is no folder, so it was searched for as a word"
      : "\(names.joined(separator: ", ")) are no folders, so they were searched for as words"
  }

  /// "there are no photos in ~/Pictures"
  package static func noPhotos(in folders: [FilePath]) -> String {
    "there are no photos in \(folders.map(\.displayed).joined(separator: ", "))"
  }

  /// - Parameters:
  ///   - all: for each condition, how many photos only that one hides.
  ///   - keyed: what words would find with keys before them.
  package static func nothingFound(
    among searched: Int, _ all: [SearchResult.Hidden], _ keyed: [SearchResult.KeyedWord]
  ) -> String {
    reasons(among: searched, all, in: []) + found(keyed)
  }

  /// "; person:lena finds 5, keyword:lena 2"; empty if no word finds anything.
  private static func found(_ keyed: [SearchResult.KeyedWord]) -> String {
    guard let first = keyed.first else { return "" }
    return "; \(quoted(first.term)) finds \(first.count.grouped)"
      + keyed.dropFirst().map { ", \(quoted($0.term)) \($0.count.grouped)" }.joined()
  }

  /// A condition as it can be typed into a search, and as an argument.
  private static func quoted(_ term: [UInt8]) -> String {
    let isOneWord = !term.contains(UInt8(ascii: " ")) && !term.contains(UInt8(ascii: "\t"))
    return isOneWord ? term.abridged : "\"\(term.abridged)\""
  }

  private static func reasons(
    among searched: Int, _ all: [SearchResult.Hidden], in folders: [FilePath]
  ) -> String {
    let date = all.first { isDate($0.term) }
    let places = folders.map { $0 == "." ? "this folder" : $0.displayed }.joined(separator: ", ")
    let sentence =
      "nothing found among \(count(searched))" + (places.isEmpty ? "" : " in \(places)")
      + (date.map { "; for a date, write date:\($0.term.abridged)" } ?? "")
    // A single condition obviously hides all of them.
    let hidden = all.count > 1 ? all.filter { $0.count > 0 } : []
    guard let first = hidden.first else {
      let isAny = all.count > 1 && !folders.isEmpty
      return isAny ? "\(sentence), not even without one of the words" : sentence
    }
    return
      "\(sentence); \(first.count.grouped) match\(first.count == 1 ? "es" : "") without "
      + "\(first.term.abridged)"
      + hidden.dropFirst().map { ", \($0.count.grouped) without \($0.term.abridged)" }.joined()
  }

  /// Whether a word looks like a day or a month, which `date:` finds.
  private static func isDate(_ term: [UInt8]) -> Bool {
    String(decoding: term, as: UTF8.self).wholeMatch(of: /\d{4}-\d{2}(-\d{2})?/) != nil
  }

  /// "person: write what it contains, such as person:rome"
  package static func wrongTerm(_ error: SearchTermError) -> String {
    var start = error.text.abridged
    while start.last == " " { start.removeLast() }
    // A key that nothing follows ends with its own colon.
    if start.last != ":" { start += ":" }
    guard let key = error.unknownKey else { return "\(start) \(error.advice)" }
    let keys = SearchTermError.keys.map { $0 + ":" }.joined(separator: ", ")
    let meant = SearchWords.key(meantBy: key).map { "did you mean \($0):? The" } ?? "the"
    return "\(start) no key \(key.displayedRaw); \(meant) keys are \(keys); "
      + "write name:\(error.text.abridged) for a name with it"
  }

  package static func folderFailure(_ error: PhotoIndexError) -> String {
    switch error.errno {
    case .noSuchFileOrDirectory:
      "\(error.folder.displayed): there is no such folder; check the path"
    case .notDirectory:
      "\(error.folder.displayed): this is not a folder; give the one that it is in"
    case .permissionDenied:
      "\(error.folder.displayed): can't be read; check its permissions"
    default: "\(error.folder.displayed): reading the folder failed: \(error.errno)"
    }
  }

  package static func unreadable(_ folders: UnreadableFolders) -> String {
    let others = folders.count - 1
    return
      "\(folders.example.folder.displayed): warning: the folder can't be read: "
      + "\(folders.example.errno)"
      + (others == 0 ? "" : "; nor can \(others.grouped) other\(others == 1 ? "" : "s")")
  }

  package static func unopened(_ photos: UnopenedPhotos) -> String {
    let others = photos.count - 1
    return "\(photos.path.displayed): warning: left out: it can't be opened: \(photos.errno)"
      + (others == 0 ? "" : "; nor can \(others.grouped) other\(others == 1 ? "" : "s")")
  }

  /// What there is to say of collages of this program that were left out: a line, or nothing.
  package static func withoutCollages(_ count: Int) -> [String] {
    guard count > 0 else { return [] }
    return [
      "\(collages(count)) \(count == 1 ? "is" : "are") left out; --collages takes "
        + (count == 1 ? "it" : "them")
    ]
  }

  /// That folders have more pictures in folders below them: a line, or nothing.
  package static func below(_ count: Int) -> [String] {
    guard count > 0 else { return [] }
    return [
      "\(count.grouped) more \(count == 1 ? "picture is" : "pictures are") in folders below; "
        + "--recursive takes \(count == 1 ? "it" : "them")"
    ]
  }

  /// "3 collages"
  static func collages(_ count: Int) -> String {
    "\(count.grouped) collage\(count == 1 ? "" : "s")"
  }

  /// "none of 26 photos has a keyword"
  package static func nothingToCount(by field: Tally.Field, among count: Int) -> String {
    count == 1
      ? "the photo found has no \(field.rawValue)"
      : "none of \(self.count(count)) has a \(field.rawValue)"
  }

  /// "5 photos have no keyword"
  package static func uncounted(_ count: Int, by field: Tally.Field) -> String {
    "\(self.count(count)) \(count == 1 ? "has" : "have") no \(field.rawValue)"
  }

  package static func leftOut(_ count: Int) -> String {
    "\(count.grouped) \(count == 1 ? "path with a line break is" : "paths with line breaks are") "
      + "left out; use -0 or --json"
  }

  /// "read 204 of 1,204 photos"
  package static func reading(_ done: Int, of all: Int) -> String {
    "read \(done.grouped) of \(count(all))"
  }

  /// "1,204 photos"
  package static func count(_ photos: Int) -> String {
    "\(photos.grouped) photo\(photos == 1 ? "" : "s")"
  }
}

/// The sentences about searches on the web.
package enum WebSearchTexts {
  package static func failure(_ error: WebSearchError, of service: String) -> String {
    "\(service): \(error)"
  }

  /// - Parameter page: from 1.
  package static func nothing(_ service: String, page: Int = 1) -> String {
    page == 1 ? "\(service) found nothing" : "\(service) found nothing on page \(page)"
  }

  /// "2 results are left out: in formats that can't be read here"; nil if there are none.
  package static func leftOut(otherFormats: Int, unusable: Int) -> String? {
    let parts =
      (otherFormats > 0
        ? ["\(results(otherFormats)) left out: in formats that can't be read here"] : [])
      + (unusable > 0 ? ["\(results(unusable)) left out: no usable address or licence"] : [])
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func results(_ count: Int) -> String {
    "\(count.grouped) \(count == 1 ? "result is" : "results are")"
  }
}
