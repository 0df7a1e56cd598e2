internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage

/// One line of a batch's results.
struct BatchReport: Report {
  struct Failure: Encodable {
    /// The exit code that `collage make` would end with.
    let code: Int32
    let messages: [String]
  }

  let job: String
  let line: Int
  /// "saved", "unchanged" or "failed".
  let status: String
  let milliseconds: Int
  var id: String?
  var path: String?
  var bytes: Int?
  var sha256: String?
  var warnings: [String]?
  var error: Failure?

  init(_ result: BatchResult) {
    switch result.outcome {
    case .saved(let asset, let warnings):
      self.init(result.name, result.line, result.duration, "saved", asset, warnings.map { $0.message(.manifest) })
    case .unchanged(let asset): self.init(result.name, result.line, result.duration, "unchanged", asset, [])
    case .failed(.manifest(let fault)):
      self.init(result.name, result.line, result.duration, CommandFailure(.usage, fault.messages))
    case .failed(.collage(let error)): self.init(result.name, result.line, result.duration, CommandFailure(error))
    }
  }

  /// - Parameters:
  ///   - job: the id of a collage that was to be made again.
  ///   - line: its place among them, from 1.
  init(job: String, line: Int, duration: Duration, _ result: Result<RemadeAsset, CommandFailure>) {
    switch result {
    case .success(let made):
      let warnings = made.warnings + (made.removalFailure?.messages ?? [])
      self.init(job, line, duration, made.isUnchanged ? "unchanged" : "saved", made.asset, warnings)
    case .failure(let failure): self.init(job, line, duration, failure)
    }
  }

  private init(_ job: String, _ line: Int, _ duration: Duration, _ failure: CommandFailure) {
    self.init(job: job, line: line, status: "failed", milliseconds: Self.milliseconds(duration))
    error = Failure(code: failure.status.code, messages: failure.messages)
  }

  private init(
    _ job: String, _ line: Int, _ duration: Duration, _ status: String, _ asset: SavedAsset, _ warnings: [String]
  ) {
    self.init(job: job, line: line, status: status, milliseconds: Self.milliseconds(duration))
    id = asset.id.text
    path = asset.path.inJSON
    bytes = asset.bytes
    sha256 = asset.id.digest.hexadecimal
    self.warnings = warnings
  }

  private init(job: String, line: Int, status: String, milliseconds: Int) {
    self.job = job
    self.line = line
    self.status = status
    self.milliseconds = milliseconds
  }

  private static func milliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }
}
