internal import CollageKit
internal import PhotoCodecs
internal import ReactiveTraits

/// Writes a contact sheet of saved collages to a file, and prints the sheet's id.
struct LibrarySheetTask {
  let assets: [Asset]
  let file: RawPath
  /// With the sheet's title, captions and font.
  let options: CollageOptions

  func run(_ signals: SignalWatch) throws(CommandFailure) {
    guard !assets.isEmpty else { throw CommandFailure(.noInput, "there are no collages for a sheet") }
    guard assets.count <= LibrarySheet.maxCollages else {
      throw CommandFailure(
        .usage,
        "a sheet shows \(LibrarySheet.maxCollages) collages at most, not \(assets.count); choose some with --album or --since"
      )
    }
    let writer = try file.writer(replacesForeign: false)
    let encoding = try OutputOptions.encoding(of: file, options.encoding)
    let sheet = LibrarySheet(CollageMaker(options, encoding: encoding))
    let progress = ProgressLine(isWanted: true)
    defer { progress.finish() }
    let made = try signals.outcome(of: sheet.sheet(of: assets, for: writer) { progress.show($0) })
    let saved = try signals.outcome(of: writer.save(made) { _ in }.mapError(CollageError.init))
    progress.finish()
    StandardError.error(made.warnings.map { $0.message(.commandLine) })
    try StandardOutput.answer([saved.id.text], or: "\(saved.path.displayed): the sheet is saved, but its id")
  }
}
