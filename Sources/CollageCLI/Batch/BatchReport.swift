internal import CollageKit
internal import PhotoCodecs

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
  private(set) var status = "failed"
  let milliseconds: Int
  private(set) var id: String?
  private(set) var path: String?
  private(set) var bytes: Int?
  private(set) var sha256: String?
  private(set) var warnings: [String]?
  private(set) var error: Failure?

  init(_ result: BatchResult) {
    self.init(job: result.name, line: result.line, duration: result.duration)
    switch result.outcome {
    case .saved(let asset, let warnings): succeed("saved", asset, warnings.map { $0.message(.manifest) })
    case .unchanged(let asset): succeed("unchanged", asset, [])
    case .failed(.manifest(let fault)): fail(CommandFailure(.usage, fault.messages))
    case .failed(.collage(let error)): fail(error.failure)
    }
  }

  /// - Parameters:
  ///   - job: the id of a collage that was to be made again.
  ///   - line: its place among them, from 1.
  init(job: String, line: Int, duration: Duration, _ result: Result<RemadeAsset, CommandFailure>) {
    self.init(job: job, line: line, duration: duration)
    switch result {
    case .success(let made):
      let warnings = made.warnings + (made.removalFailure?.messages ?? [])
      succeed(made.isUnchanged ? "unchanged" : "saved", made.asset, warnings)
    case .failure(let failure): fail(failure)
    }
  }

  private init(job: String, line: Int, duration: Duration) {
    self.job = job
    self.line = line
    milliseconds = Int((duration / .milliseconds(1)).rounded())
  }

  private mutating func fail(_ failure: CommandFailure) {
    error = Failure(code: failure.status.code, messages: failure.messages)
  }

  private mutating func succeed(_ status: String, _ asset: SavedAsset, _ warnings: [String]) {
    self.status = status
    id = asset.id.text
    path = asset.path.inJSON
    bytes = asset.bytes
    sha256 = asset.id.digest.hexadecimal
    self.warnings = warnings + [asset.note].compactMap(\.self)
  }
}
