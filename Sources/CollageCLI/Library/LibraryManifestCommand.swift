internal import ArgumentParser
internal import CollageKit
internal import ReactiveTraits
internal import SystemPackage

/// `collage library manifest`: a saved collage as a batch's job.
struct LibraryManifestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest",
    abstract: "Print a line for 'collage batch' that makes a saved collage again.",
    discussion: """
      Names the photos where they are now: where they were when a collage was made of them last, or in a folder given with \
      --in. Exits with 66 if any is missing. 'collage library manifest ID | collage batch -' gives the same id.
      """)

  @OptionGroup var library: LibraryOptions
  @OptionGroup var finder: FinderOptions

  @Argument(help: ArgumentHelp("The beginning of an id: four digits or more.", valueName: "id"))
  var id: AssetIDPrefix

  func run() throws {
    let signals = SignalWatch(saying: "interrupted")
    let asset = try library.reading { library throws(LibraryError) in try library.asset(id) }
    let collage: ReopenedCollage
    switch try signals.result(of: CollageReopener(try library.resolved(), finder: finder.finder()).collage(asset)) {
    case .success(let found): collage = found
    case .failure(let error): throw CommandFailure(error)
    }
    if let error = collage.missingError { throw CommandFailure(error) }
    if !collage.isLaidOutAlike { StandardError.error([ReopeningTexts.laidOutAnew(asset.id)]) }
    try StandardOutput.answer([try line(of: collage, asset.id).json])
  }

  private func line(of collage: ReopenedCollage, _ id: ShortAssetID) throws(CommandFailure) -> ManifestReport {
    do throws(ManifestLineError) {
      let line = try ManifestLine(collage.selection, id: id.text, relativeTo: WorkingFolder.absolute(""))
      return ManifestReport(line: line)
    } catch {
      throw CommandFailure(.noInput, error.description)
    }
  }
}

/// What `library manifest` prints.
private struct ManifestReport: Report {
  let line: ManifestLine

  func encode(to encoder: any Encoder) throws { try line.encode(to: encoder) }
}
