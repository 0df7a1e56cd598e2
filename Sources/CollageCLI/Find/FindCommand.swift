internal import ArgumentParser
internal import CollageKit
internal import LineEditing
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// `collage find`: the paths of photos that meet all of some conditions.
struct FindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find photos in folders and print their paths.",
    usage: "collage find [<word> ...] [options]",
    discussion: """
      Photos must meet all words, in any order: text of the path, in upper or lower case, with or without accents; \
      date:2024-07, after:DATE, before:DATE (from EXIF, else of the file); landscape, portrait, square; larger:4000 \
      (pixels of the longer side); format:png or format:jpeg. -WORD turns a word round, name:WORD takes it as text. \
      Without words, all photos are found. Ends with 1 when there are none.
      """)

  @Argument(help: ArgumentHelp("What photos must meet.", valueName: "word"))
  var words: [String] = []

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Search this folder and all folders below it; give it again for more. By default $XDG_PICTURES_DIR, else the "
        + "working folder.", valueName: "folder"))
  var folders: [RawPath] = []

  @OptionGroup var library: LibraryOptions

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "End each path by a zero byte, for make --files0-from and xargs -0.")
  var isNullTerminated = false

  @Flag(help: "Print a JSON object for each photo.")
  var json = false

  @Option(help: "Sort by name or folder, or by date with the newest first.")
  var sort = SearchOrder.name

  @Option(help: ArgumentHelp("Print the first n photos only.", valueName: "n"))
  var limit: Count?

  /// Arguments in an order that lets the argument parser tell words that begin with a hyphen from options: with one
  /// hyphen they are words, except for -0 and -h.
  static func arguments(_ arguments: some Sequence<String>) -> [String] {
    let parts = arguments.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    let isWord = { (argument: String) in
      argument.count > 1 && argument.hasPrefix("-") && !argument.hasPrefix("--") && !["-0", "-h"].contains(argument)
    }
    let words = parts[0].filter(isWord) + parts.dropFirst().joined()
    return parts[0].filter { !isWord($0) } + (words.isEmpty ? [] : ["--"] + words)
  }

  func validate() throws {
    if json && isNullTerminated { throw ValidationError("--json prints lines; leave out -0") }
  }

  func run() throws {
    let signals = SignalWatch(saying: "interrupted")
    let search = PhotoSearch(try query(), order: sort, limit: limit?.value)
    let index = PhotoIndex(searchedFolders, excluding: try? library.resolved().folder)
    let state = try scan(index, signals)
    guard case .success(let result) = try signals.result(of: search.result(in: state)) else { return }
    guard !result.photos.isEmpty else {
      throw CommandFailure(.nothingFound, FindTexts.nothingFound(result, in: searchedFolders))
    }
    try print(result.photos, signals)
  }

  private var searchedFolders: [FilePath] {
    folders.isEmpty ? [UserFolders.pictures ?? "."] : folders.map(\.path)
  }

  private func query() throws(CommandFailure) -> SearchQuery {
    do throws(SearchTermError) {
      return try SearchQuery(words.map { LosslessText.bytes(of: $0) })
    } catch {
      throw CommandFailure(.usage, FindTexts.wrongTerm(error))
    }
  }

  private func scan(_ index: PhotoIndex, _ signals: SignalWatch) throws(CommandFailure) -> PhotoIndexState {
    let progress = ProgressLine(isWanted: true)
    let watching = index.states.sink { state in
      progress.show(every: .milliseconds(100)) { FindTexts.count(state.photoCount) }
    }
    defer {
      watching.cancel()
      progress.finish()
    }
    switch try signals.result(of: index.scan()) {
    case .success(let state):
      progress.finish()
      if let warning = FindTexts.unreadable(state) { StandardError.error([warning]) }
      return state
    case .failure(let error): throw CommandFailure(.noInput, FindTexts.folderFailure(error))
    }
  }

  private func print(_ photos: [IndexedPhoto], _ signals: SignalWatch) throws(CommandFailure) {
    var output = FoundPhotosOutput(json ? .json : isNullTerminated ? .null : .lines)
    for photo in photos {
      if let failure = signals.failure { throw failure }
      guard try output.append(photo) else { return }
    }
    try output.finish()
  }
}

extension SearchOrder: ExpressibleByArgument {}
