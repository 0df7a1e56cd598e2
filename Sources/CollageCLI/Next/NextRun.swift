internal import CollageKit
internal import CollageTerminal
internal import Files
internal import Glibc
internal import LineEditing
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// One step of `collage next`.
struct NextRun {
  let command: NextCommand
  let store: NextStore
  let signals: SignalWatch
  /// Remembers faces while sets of photos are tried.
  let context: MakingContext
  var state: NextState
  var catalogue = NextCatalogue([], without: [], NextState())
  /// The places of the photos that meet the words.
  var pool: [Int] = []
  /// Whether all photos were seen, so that the others are gone.
  var sawAll = false

  init(_ command: NextCommand, _ store: NextStore, _ state: NextState, _ signals: SignalWatch) {
    self.command = command
    self.store = store
    self.state = state
    self.signals = signals
    let resources = command.collage.resources.resources
    var context = MakingContext(
      resources: resources, faces: FaceFinder(resources: resources),
      places: command.places.places)
    context.advisesOnFaces = false
    self.context = context
  }

  /// Finds the photos, and those of the same moments among new ones.
  mutating func read() throws {
    let (folders, words) = try Self.sorted(command.arguments)
    let searched = UserFolders.searched(folders)
    let index = PhotoIndex(
      searched, excluding: command.output.library.known?.folder, command.exclusions.exclusions,
      records: .ofUser)
    let found = try signals.outcome(of: index.scan())
    if !command.quiet {
      if let folders = found.unreadable { StandardError.error([FindTexts.unreadable(folders)]) }
      if let photos = found.unopened { StandardError.error([FindTexts.unopened(photos)]) }
    }
    sawAll = found.unreadable == nil && found.unopened == nil
    let all = try signals.result(
      of: PhotoSearch(try SearchQuery([]), readsFacts: true).result(in: found)
    ).get()
    catalogue = NextCatalogue(all.photos, without: outputs, state)
    try compareNewOnes()
    let query = words.filter { $0.lowercased() != Self.todayWord }
    let wanted = query.isEmpty ? all : try matches(query, in: found)
    let paths = query.isEmpty ? nil : Set(wanted.photos.map(\.pathBytes))
    pool = catalogue.photos.indices.filter {
      paths?.contains(catalogue.photos[$0].pathBytes) ?? true
    }
    if words.contains(where: { $0.lowercased() == Self.todayWord }) { keepToday() }
    guard !pool.isEmpty else {
      throw CommandFailure(
        .nothingFound,
        catalogue.photos.isEmpty
          ? NextTexts.noPhotos(in: searched)
          : FindTexts.nothingFound(wanted, in: searched, by: nil)
            + NextTexts.note(onWords: query))
    }
  }

  private func matches(_ words: [String], in found: PhotoIndexState) throws -> SearchResult {
    let query = try SearchQuery(words.map { LosslessText.bytes(of: $0) })
    return try signals.result(of: PhotoSearch(query).result(in: found)).get()
  }

  private static let todayWord = "today:"

  /// Folders and words; what has a slash names a folder.
  private static func sorted(_ arguments: [String]) throws -> ([FilePath], [String]) {
    var folders: [FilePath] = []
    var words: [String] = []
    for argument in arguments {
      let path = FilePath(bytes: LosslessText.bytes(of: argument))
      if argument.contains("/") || (try? path.stat())?.type == .directory {
        folders.append(path)
      } else {
        words.append(argument)
      }
    }
    return (folders, words)
  }

  /// The file that is written, which is no photo.
  private var outputs: Set<FileID> {
    guard let file = command.output.output?.path, let status = try? file.stat() else { return [] }
    return [FileID(status)]
  }

  private mutating func compareNewOnes() throws {
    let places = catalogue.unseenBursts(in: state.progress.step + 1)
    guard !places.isEmpty else { return }
    let progress = ProgressLine(isWanted: !command.quiet)
    defer { progress.finish() }
    let paths = places.map { catalogue.photos[$0].path }
    let found = try signals.result(
      of: SeriesSearch(store: .ofUser).series(among: paths) { done in
        progress.show(every: .milliseconds(100)) { SeriesTexts.progress(done, of: paths.count) }
      }
    ).get()
    catalogue.note(found, among: places)
  }

  /// Leaves those of this day in any year, or else of this week.
  private mutating func keepToday() {
    let now = time(nil)
    func taken(within days: Int) -> [Int] {
      let wanted = (-days...days).compactMap {
        LocalTime(unixTime: now + $0 * 86_400).map { $0.digits / 1_000_000 % 10_000 }
      }
      return pool.filter { catalogue.day(of: $0).map(wanted.contains) ?? false }
    }
    let (today, week) = (taken(within: 0), taken(within: 3))
    if !today.isEmpty {
      pool = today
    } else if !week.isEmpty {
      if !command.quiet { StandardError.error([NextTexts.notToday]) }
      pool = week
    } else if !command.quiet {
      StandardError.error([NextTexts.notThisWeek])
    }
  }
}
