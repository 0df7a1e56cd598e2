internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoSources
internal import SystemPackage

/// `collage library manifest`: saved collages as a batch's jobs.
struct LibraryManifestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest",
    abstract: "Print lines for 'collage batch' that make saved collages again.",
    usage: "collage library manifest [<id> ...] [options]",
    discussion: """
      Without ids it prints a line for each collage of the library. Photos are named by their \
      current paths: where a collage last found them, or in a folder given with --in. Exits with \
      66 if any is missing; of several collages, the others are still printed, and the exit code \
      is 1. 'collage library manifest ID | collage batch -' gives the same id; of a WebP, AVIF or \
      JPEG XL, with the same version of its encoder, which 'collage formats' shows and the \
      collage's XMP names.
      """)

  @OptionGroup var library: LibraryOptions
  @OptionGroup var finder: FinderOptions
  @OptionGroup(title: "Photos from the web") var web: UntrustedWebOptions

  @Argument(
    help: ArgumentHelp(
      "The first four or more characters of each id; by default all collages.", valueName: "id"),
    completion: .savedCollages, transform: AssetIDPrefix.argument)
  var ids: [AssetIDPrefix] = []

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch(message: "interrupted")
    let web = web.photos()
    let library = try library.resolved()
    let reopener = CollageReopener(library, finder: finder.finder(web))
    let assets = try ids.isEmpty ? library.assets() : ids.map { try library.asset($0) }
    var hasFailed = false
    for asset in assets {
      do {
        let collage = try reopened(asset, by: reopener, web, signals)
        try StandardOutput.answer([line(of: collage, asset.id).json])
      } catch let error as any CommandError {
        if ids.count == 1 || signals.failure != nil { throw error }
        StandardError.error(error.messages.map { "\(asset.id): \($0)" })
        hasFailed = true
      }
    }
    if hasFailed { throw CommandFailure(.someFailed, []) }
  }

  /// Reopens a collage, and shows what is being fetched.
  private func reopened(
    _ asset: Asset, by reopener: CollageReopener, _ web: WebPhotos, _ signals: SignalWatch
  ) throws(CommandFailure) -> ReopenedCollage {
    let progress = ProgressLine(isWanted: true, fetching: web)
    defer { progress.finish() }
    return try signals.outcome(of: reopener.collage(asset))
  }

  private func line(of collage: ReopenedCollage, _ id: ShortAssetID) throws -> ManifestLine {
    if let error = collage.missingError { throw error }
    if !collage.isLaidOutAlike { StandardError.error([ReopeningTexts.laidOutAnew(id.text)]) }
    let photos = collage.selection.photos
    if let number = photos.firstIndex(where: { $0.credit != nil && $0.address.url == nil }) {
      StandardError.error([ReopeningTexts.withoutCredit(id.text, photo: number + 1)])
    }
    return try ManifestLine(collage.selection, id: id.text, relativeTo: WorkingFolder.absolute(""))
  }
}

extension ManifestLine: JSONAnswer {}
