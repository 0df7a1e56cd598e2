internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import SystemPackage

/// A collage made by a job of a batch, or made again by `library remake`.
struct MadeAsset: Sendable {
  let asset: SavedAsset
  /// Whether it already existed.
  let isUnchanged: Bool
  var warnings: [String]
  /// Why the old collage could not be removed; nil if it was, or if it was to be kept.
  var removalFailure: CommandFailure?
}

extension Result<MadeAsset, CommandFailure> {
  /// - Parameter ofFolders: whether the jobs are folders.
  init(_ outcome: BatchResult.Outcome, _ notes: SavingNotes, ofFolders: Bool = false) {
    self =
      switch outcome {
      case .saved(let asset, let warnings):
        .success(
          MadeAsset(
            asset: asset, isUnchanged: false,
            warnings: notes.sentences(of: warnings, .manifest) + notes.new(of: asset)))
      case .unchanged(let asset):
        .success(MadeAsset(asset: asset, isUnchanged: true, warnings: notes.new(of: asset)))
      case .failed(.manifest(let fault)): .failure(CommandFailure(.usage, fault.messages))
      case .failed(.collage(.refused(let refusal))):
        .failure(CommandFailure(.usage, refusal.text(ofFolder: ofFolders)))
      case .failed(.collage(let error)):
        if case .photos = error {
          // A folder is named in a manifest, where options of 'make' don't help.
          .failure(CommandFailure(error.status, error.messages(.manifest)))
        } else {
          .failure(CommandFailure(error))
        }
      }
  }

  /// A line of a batch's results.
  ///
  /// - Parameters:
  ///   - job: the job's name, or the id of a collage that was to be made again.
  ///   - line: the job's position, from 1.
  ///   - photos: nil if whoever asked for the job knows them.
  func report(
    job: String, line: Int, duration: Duration, photos: [FilePath]? = nil
  ) -> Report {
    let made = try? get()
    let warnings = made.map { $0.warnings + ($0.removalFailure?.messages ?? []) }
    return [
      "job": job,
      "line": line,
      "milliseconds": Int((duration / .milliseconds(1)).rounded()),
      "status": made.map { $0.isUnchanged ? "unchanged" : "saved" } ?? "failed",
      "id": made?.asset.id.text,
      "path": made?.asset.path.inJSON,
      "photos": photos.map { $0.map(\.inJSON) },
      "bytes": made?.asset.bytes,
      "sha256": made?.asset.id.digest.hexadecimal,
      "warnings": warnings,
      // The exit code with which `collage make` would end.
      "error": failure.map { ["code": $0.status.code, "messages": $0.messages] as Report },
    ]
  }
}
