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
    job = result.name
    line = result.line
    milliseconds = Int((result.duration / .milliseconds(1)).rounded())
    switch result.outcome {
    case .saved(let asset, let warnings):
      status = "saved"
      show(asset)
      self.warnings = warnings.map(\.description)
    case .unchanged(let asset):
      status = "unchanged"
      show(asset)
      warnings = []
    case .failed(let error):
      status = "failed"
      switch error {
      case .manifest(let fault): self.error = Failure(code: ExitStatus.usage.code, messages: fault.messages)
      case .collage(let error):
        let failure = CommandFailure(error)
        self.error = Failure(code: failure.status.code, messages: failure.messages)
      }
    }
  }

  private mutating func show(_ asset: SavedAsset) {
    id = asset.id.text
    path = asset.path.inJSON
    bytes = asset.bytes
    sha256 = asset.id.digest.hexadecimal
  }
}
