internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import ThreadPool

/// A collage that a batch's job has made, or that was made again.
struct MadeAsset: Sendable {
  let asset: SavedAsset
  /// Whether it was there before.
  let isUnchanged: Bool
  var warnings: [String]
  /// Why the old collage could not be removed; nil when it was, or was to stay.
  var removalFailure: CommandFailure?
}

/// What saving has to say, which may be the same of every collage of a run: then only the first
/// says it.
final class SavingNotes: Sendable {
  private let told = Locked(Set<String>())

  /// The note, unless it was given before.
  func new(of asset: SavedAsset) -> [String] {
    guard let note = asset.note else { return [] }
    return told.withLock { $0.insert(note).inserted } ? [note] : []
  }
}

extension Result<MadeAsset, CommandFailure> {
  init(_ outcome: BatchResult.Outcome, _ notes: SavingNotes) {
    self =
      switch outcome {
      case .saved(let asset, let warnings):
        .success(
          MadeAsset(
            asset: asset, isUnchanged: false,
            warnings: warnings.map { $0.message(.manifest) } + notes.new(of: asset)))
      case .unchanged(let asset):
        .success(MadeAsset(asset: asset, isUnchanged: true, warnings: notes.new(of: asset)))
      case .failed(.manifest(let fault)): .failure(CommandFailure(.usage, fault.messages))
      case .failed(.collage(let error)): .failure(CommandFailure(error))
      }
  }

  /// A line of a batch's results.
  ///
  /// - Parameters:
  ///   - job: its name, or the id of a collage that was to be made again.
  ///   - line: its place among them, from 1.
  func report(job: String, line: Int, duration: Duration) -> Report {
    let made = try? get()
    let warnings = made.map { $0.warnings + ($0.removalFailure?.messages ?? []) }
    return [
      "job": job,
      "line": line,
      "milliseconds": Int((duration / .milliseconds(1)).rounded()),
      "status": made.map { $0.isUnchanged ? "unchanged" : "saved" } ?? "failed",
      "id": made?.asset.id.text,
      "path": made?.asset.path.inJSON,
      "bytes": made?.asset.bytes,
      "sha256": made?.asset.id.digest.hexadecimal,
      "warnings": warnings,
      // The exit code that `collage make` would end with.
      "error": failure.map { ["code": $0.status.code, "messages": $0.messages] as Report },
    ]
  }
}
