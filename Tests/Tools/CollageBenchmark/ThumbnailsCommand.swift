import ArgumentParser
import OpenCombine
import PhotoSources
import ReactiveTraits
import SystemPackage

/// `collage-benchmark thumbnails`: makes the thumbnails of a folder's photos, to compare with
/// `vipsthumbnail`.
struct ThumbnailsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails",
    abstract: "Make thumbnails of all photos of a folder, and print the time.",
    shouldDisplay: false)

  @Argument(help: "The folder with the photos.")
  var folder: String

  @Argument(help: "The thumbnail store.")
  var store: String

  @Option(help: "The longer side in pixels.")
  var side = 128

  @Flag(help: "Look for photos with the same bytes instead.")
  var duplicates = false

  func run() throws {
    let state = try PhotoIndex([FilePath(fromUser: folder)]).scan().wait().get()
    let photos = try PhotoSearch(SearchQuery([])).result(in: state).wait().get().photos
    let clock = ContinuousClock()
    if duplicates {
      let finder = DuplicateFinder()
      for _ in 1...2 {
        let start = clock.now
        let groups = finder.duplicates(among: photos).wait().get().groups
        print(photos.count, "photos,", groups.count, "groups,", clock.now - start)
      }
      return
    }
    let loader = ThumbnailLoader(
      store: ThumbnailStore(FilePath(fromUser: store), version: "benchmark"))
    let bag = CancellableBag()
    let size = ThumbnailSize.covering(side)
    let start = clock.now
    for photo in photos {
      loader.thumbnail(of: photo, size).sink { _ in
      } receiveValue: { _ in
      }.store(in: bag)
    }
    _ = try photos.first.map { try loader.thumbnail(of: $0, size).wait().get() }
    let first = clock.now - start
    _ = loader.idle().wait()
    print(photos.count, "photos, first after", first, "all after", clock.now - start)
  }
}
