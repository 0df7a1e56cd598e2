internal import CollageKit
internal import Dispatch
internal import LineEditing
internal import PhotoSources
internal import SystemPackage

/// Choosing photos by looking, in the prompt: while the picker is open it has the whole window.
///
/// Must be used on the front's queue only.
final class PickingMode {
  private let options: PickerOptions
  private let web: PickerWeb
  private let library: FilePath?
  private let resources: Resources
  private let style: PromptStyle
  private let terminal: RawTerminal
  private let queue: DispatchQueue
  /// Kept from one opening of the picker to the next.
  private var thumbnails: ThumbnailLoader?
  private var front: PickerFront?

  /// - Parameter library: left out of the search; nil when that is unknown.
  init(
    _ options: PickerOptions, web: PickerWeb, library: FilePath?, resources: Resources, style: PromptStyle,
    on terminal: RawTerminal, queue: DispatchQueue
  ) {
    self.options = options
    self.web = web
    self.library = library
    self.resources = resources
    self.style = style
    self.terminal = terminal
    self.queue = queue
  }

  var isActive: Bool { front != nil }

  /// Opens the picker.
  ///
  /// - Parameters:
  ///   - folders: where to look; none for the usual ones.
  ///   - ended: called on the queue, once: with the chosen photos, or nil if the user has left without a choice, and whether
  ///     the window has another size than before.
  func start(
    _ folders: [FilePath], adding base: Selection, on display: PictureDisplay,
    ended: @escaping (_ chosen: [TurnedPhoto]?, _ hasResized: Bool) -> Void
  ) {
    let thumbnails = thumbnails ?? options.thumbnails(base.options.decoding.limits)
    self.thumbnails = thumbnails
    let dependencies = PickerFront.Dependencies(
      folders: PickerOptions.folders(folders), library: library, thumbnails: thumbnails, web: web, resources: resources,
      style: style, leavesOutDuplicates: options.noDuplicates, turnsPhotos: true)
    let size = terminal.size
    front = PickerFront(
      dependencies, adding: base, on: WindowScreen(terminal), display: display, queue: queue
    ) { [weak self] chosen in
      guard let self else { return }
      front = nil
      ended(chosen, terminal.size != size)
    }
  }

  func handle(_ key: Key) { front?.handle(key) }

  /// Shows pictures in another way, or in a window of another size.
  func show(on display: PictureDisplay) { front?.show(on: display) }

  /// Takes the terminal again after something else has stopped and continued the program.
  func resume() { front?.resume() }

  func draw() { front?.draw() }

  /// Gives the window back without a choice.
  func stop() {
    front?.stop()
    front = nil
  }
}
