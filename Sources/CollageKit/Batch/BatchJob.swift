package import Imaging
package import PhotoLayouts
package import SystemPackage

/// One collage of a batch, as its manifest asks for it.
package struct BatchJob: Hashable, Sendable {
  /// In order; their paths are absolute or relative to the working folder.
  package var photos: [PhotoAddress]
  /// The photos' options in the same order; may be fewer than the photos.
  package var photoOptions: [PhotoOptions] = []
  /// A layout that replaces the style; nil for none.
  package var tree: SlicingTree?
  /// Where photos lie on the canvas, which then has a size; nil for where the layout puts them.
  package var frames: [PixelRect]?
  /// Nil to save into the library.
  package var output: FilePath?
  /// The folder of whose name the output's is made, as `OutputNames.owner` makes it; nil for a name
  /// that somebody typed.
  package var folder: String?
  /// The name of the folder of which it is made, which the title may show; nil for none.
  package var folderName: String?
  /// The album of the library to put it into; nil for none, and if there is an output.
  package var album: AlbumName?
  /// The look given in the manifest, which replaces that of the command line; nil for none.
  package var look: Look?
  /// The settings given in the manifest; the command line, or the default, decides the rest.
  package var overrides = SettingOverrides<CollageOptions>()
  /// Whether what the user has set for all collages holds for this one, too.
  package var usesDefaults = true
  /// How the photos become the pages of a book; nil for one collage. Photos may then be folders.
  package var pages: PageOptions?
}

extension BatchJob {
  /// What was chosen for the whole collage that makes no sense beside a template.
  var templateConflicts: [TemplateConflict] {
    (look == nil ? [] : [.look]) + (tree == nil ? [] : [.tree])
      + (pages?.templateConflicts ?? []) + overrides.templateConflicts
  }
}

/// A job with its name, or why there is no job.
package struct BatchEntry: Sendable {
  /// Unique in its batch: the manifest's `id`, else the line's number; for a folder, its path below
  /// the given one.
  package let name: String
  /// The manifest's line, or the folder's number; from 1.
  package let line: Int
  package let job: Result<BatchJob, BatchError>
  /// The job's photos; if there is no job, the photos that were named all the same.
  let photos: [PhotoAddress]
  /// The other files that were named, likewise.
  let neededFiles: [NeededFile]

  /// - Parameters:
  ///   - photos: nil for the photos of the job.
  ///   - neededFiles: nil for those of the job.
  package init(
    name: String, line: Int, job: Result<BatchJob, BatchError>, photos: [PhotoAddress]? = nil,
    neededFiles: [NeededFile]? = nil
  ) {
    self.name = name
    self.line = line
    self.job = job
    self.photos = photos ?? (try? job.get())?.photos ?? []
    self.neededFiles = neededFiles ?? (try? job.get())?.overrides.neededFiles ?? []
  }
}

/// Why there is no collage for a job.
package enum BatchError: Error, Hashable, Sendable {
  /// Its line in the manifest is malformed.
  case manifest(ManifestFault)
  case collage(CollageError)
}

/// Everything that is wrong with one line of a manifest.
package struct ManifestFault: Error, Hashable, Sendable {
  package struct Detail: Hashable, Sendable {
    /// Nil if the whole line is wrong.
    package let key: String?
    package let reason: String
  }

  package let line: Int
  /// At least one.
  package let details: [Detail]

  /// The sentences for the user.
  package var messages: [String] {
    details.map { detail in
      let key = detail.key.map { "\"\($0.utf8.abridged)\": " } ?? ""
      return "line \(line): \(key)\(detail.reason)"
    }
  }
}

extension ManifestFault {
  init(line: Int, key: String? = nil, _ reason: String) {
    self.init(line: line, details: [Detail(key: key, reason: reason)])
  }
}

/// The jobs of a batch, read one after the other.
package protocol BatchSource: Sendable {
  /// The next job; nil after the last.
  mutating func next() throws(BatchSourceError) -> BatchEntry?
}
