internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs

/// `collage --version --json`: what decides how collages turn out, for reports of errors.
enum VersionAnswer {
  static var report: Report {
    let formats = InstalledFormats.current()
    let photos = formats.inputs.map(\.libraries) + formats.outputs.map(\.libraries)
    let libraries = photos.compactMap { try? $0.get() } + [formats.colours]
    let worker = try? formats.worker.get()
    return [
      "version": Version.current,
      // Collages of programs with the same picture version have the same ids.
      "picture": Version.picture,
      "libraries": Set(libraries + InstalledPart.all(formats).compactMap(\.libraries)).sorted(),
      "protections": WorkerProtection.allCases.filter {
        worker?.protections.contains($0) ?? false
      }.map(\.rawValue),
    ]
  }
}
