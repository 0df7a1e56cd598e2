internal import PhotoCodecs

/// What `formats --json` prints.
struct FormatsReport: Report {
  struct Input: Encodable {
    let format: String
    let readable: Bool
    /// Nil if it can't be read.
    let libraries: String?
    /// Why it can't be read; nil if it can.
    let reason: String?
  }

  struct Output: Encodable {
    let format: String
    let libraries: String
  }

  struct Protection: Encodable {
    let name: String
    let active: Bool
    let detail: String
  }

  let reads: [Input]
  let writes: [Output]
  let colours: String
  /// What looks for faces.
  let faces: String
  /// Of the process that decodes HEIC, AVIF and WebP; empty if none can be started.
  let protections: [Protection]

  init(_ formats: InstalledFormats) {
    reads = formats.inputs.map { input in
      switch input.libraries {
      case .success(let libraries):
        Input(format: input.format.rawValue, readable: true, libraries: libraries, reason: nil)
      case .failure(let error):
        Input(format: input.format.rawValue, readable: false, libraries: nil, reason: FormatsTexts.reason(error))
      }
    }
    writes = formats.outputs.map { Output(format: $0.format.rawValue, libraries: $0.libraries) }
    colours = formats.colours
    faces = FaceDetector.name
    let worker = try? formats.worker.get()
    protections = (worker.map(WorkerProtection.all) ?? []).map {
      Protection(name: $0.name, active: $0.isActive, detail: $0.detail)
    }
  }
}
