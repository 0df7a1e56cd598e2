internal import PhotoLayouts
package import SystemPackage

/// The command line's options for all jobs of a batch.
package struct BatchOptions: Sendable {
  /// What the command line chooses, and a job's own settings override.
  package var changes = CollageChanges(
    overrides: SettingOverrides<CollageOptions>(), ofPhotos: [], layout: nil)
  /// What holds where nothing is chosen, for jobs that don't do without; nil for the program's own.
  package var defaults: CollageChanges?
  /// How photos are divided among pages, for jobs of pages that don't say it.
  package var pages = PageOptions()
  /// What all jobs share. Faces are looked for in any case.
  package var context = MakingContext()
  /// Where collages without an output go; nil if there is no library.
  package var library: PhotoLibrary?
  /// Whether to replace outputs that aren't our collages.
  package var replacesForeign = false
  /// Whether to do jobs again that an earlier run has done.
  package var redoes = false
  /// The folder of the result cache; nil for no cache.
  package var records: FilePath?
  /// Whether to start no further job after one has failed.
  package var failsFast = false
  package var order = BatchOrder.input

  package init() {}

  /// The options of a job that chooses nothing.
  package var collage: CollageOptions {
    changes.applied(to: defaults?.applied(to: CollageOptions()) ?? CollageOptions())
  }

  /// The options of one job.
  package func options(for job: BatchJob) -> CollageOptions {
    let defaults = job.usesDefaults ? defaults : nil
    var options: CollageOptions
    if let pages = job.pages?.over(pages) {
      // Only the number of a photo could be wrong, of which there is none.
      options =
        (try? changes.options(
          ofPages: pages, over: defaults, hasTemplate: job.overrides.choosesTemplate, photos: nil))
        ?? pages.basis
    } else {
      options = changes.applied(to: defaults?.applied(to: CollageOptions()) ?? CollageOptions())
    }
    // An output's name says its format itself.
    if job.output != nil, changes.overrides.format == nil { options.encoding.format = nil }
    job.look?.apply(to: &options)
    job.overrides.apply(to: &options)
    options.photos = job.photoOptions
    if let tree = job.tree { options.layout.tree = tree }
    if let frames = job.frames, let canvas = options.layout.canvasSize {
      options.layout.placed = PlacedFrames(frames, on: canvas)
    }
    if let name = job.folderName { options.text.show(folder: name, isOfPages: job.pages != nil) }
    return options
  }
}

extension TextOptions {
  /// Fills in the folder where the title says so; of a collage also in the margins, which pages
  /// fill in themselves.
  fileprivate mutating func show(folder name: String, isOfPages: Bool) {
    func filled(_ text: String?) -> String? {
      text.map { TextLimits.shortened($0.replacing(PageText.folderField, with: name)) }
    }
    title = filled(title)
    guard !isOfPages else { return }
    header = filled(header)
    footer = filled(footer)
  }
}

/// The order in which results are reported.
package enum BatchOrder: String, Hashable, Sendable, CaseIterable {
  /// The manifest's order.
  case input
  /// As the jobs are completed.
  case done
}
