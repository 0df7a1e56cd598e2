internal import CollageKit
internal import Dispatch
internal import OpenCombine
internal import PhotoCodecs
internal import ReactiveTraits
internal import TerminalPictures

/// Keeps a preview up to date with the chosen photos, the options and the terminal.
///
/// Must be used on the terminal's queue only. Layouts and pictures are made in the background; what is superseded is
/// cancelled.
final class PromptPreview: @unchecked Sendable {
  /// A selection as it was laid out; nil without photos.
  struct Arrangement: Sendable {
    let selection: Selection
    var plan: Result<CollagePlan, CollageError>?
  }

  /// What to show now.
  private(set) var content = PictureContent.nothing
  /// The latest selection that was laid out; a newer one may be on its way.
  private(set) var arrangement: Arrangement

  /// Whether a picture, or the reason why there is none, is still to come; `content` is an earlier one.
  var isPending: Bool {
    mode != .off && (arrangement.selection != session.store.selection || (request != nil && request != answered))
  }

  /// The place of the photo to highlight, from 0; nil for none.
  var highlighted: Int? {
    didSet { if highlighted != oldValue { requestPicture() } }
  }

  /// How many rows of the window something else needs besides the usual ones.
  var reservedRows = 0 {
    didSet { if reservedRows != oldValue { requestPicture() } }
  }

  private let session: PromptSession
  private let queue: DispatchQueue
  private let pipeline: PreviewPipeline
  private let bag = CancellableBag()
  private var display: PictureDisplay
  /// The latest request for a picture; the picture that is shown may belong to an earlier one.
  private var request: PreviewPipeline.Request?
  /// The request to which the latest picture belongs.
  private var answered: PreviewPipeline.Request?
  /// The faults of the chosen photos that have been reported.
  private(set) var reportedFaults: Set<PhotoError> = []

  init(of session: PromptSession, _ maker: CollageMaker, window: TerminalSize, on queue: DispatchQueue) {
    self.session = session
    self.queue = queue
    pipeline = PreviewPipeline(resources: maker.resources)
    arrangement = Arrangement(selection: session.store.selection)
    display = PictureDisplay(window: window)
  }

  var mode: PictureMode { display.mode }

  /// Begins to follow the session.
  ///
  /// - Parameter changed: called when something that is shown may have changed, with the faults of chosen photos that
  ///   have just been found. Damage that is allowed is no fault: the save reports it.
  func start(changed: @escaping ([PhotoError]) -> Void) {
    let queue = WorkQueue.queue(queue)
    session.store.selections
      .receive(on: queue)
      .sink { [weak self] selection in self?.follow(selection) }
      .store(in: bag)
    session.store.selections
      .map { [layouts = session.layouts] selection in Self.arrangement(of: selection, layouts) }
      .switchToLatest()
      .receive(on: queue)
      .sink { [weak self] arrangement in
        self?.show(arrangement)
        changed([])
      }
      .store(in: bag)
    pipeline.pictures(on: self.queue)
      .sink { [weak self] picture in
        if let faults = self?.take(picture) { changed(faults) }
      }
      .store(in: bag)
  }

  func stop() { bag.cancelAll() }

  /// Shows the pictures in another way.
  func show(on display: PictureDisplay) {
    self.display = display
    requestPicture()
  }

  /// Adapts the picture to a new size of the window.
  func fit(in window: TerminalSize) {
    display.window = window
    let placement = request?.placement
    requestPicture()
    // The old picture may have too many rows now, or rows that are too wide.
    if request?.placement != placement { content = .nothing }
  }

  private func follow(_ selection: Selection) {
    reportedFaults = reportedFaults.filter { fault in selection.photos.contains { $0.address == fault.address } }
  }

  /// One arrangement, then finished.
  private static func arrangement(
    of selection: Selection, _ layouts: LayoutSearch
  ) -> Single<Arrangement, Never> {
    if selection.photos.isEmpty { return .just(Arrangement(selection: selection)) }
    return layouts.plan(for: selection)
      .map { Arrangement(selection: selection, plan: .success($0)) }
      .catch { .just(Arrangement(selection: selection, plan: .failure($0))) }
  }

  private func show(_ arrangement: Arrangement) {
    self.arrangement = arrangement
    requestPicture()
  }

  private func requestPicture() {
    let window = display.window
    let canvas = (try? arrangement.plan?.get())?.layout.canvas
    // Below the picture are the status, the hints and the prompt; above it the latest messages should stay visible.
    let rows = min(max(window.rows - 10, window.rows / 2), window.rows - 4 - reservedRows)
    let placement = canvas.flatMap {
      PicturePlacement(
        of: $0, mode: display.mode, windowColumns: window.columns - 1, availableRows: rows,
        cell: display.shownCell)
    }
    let request = PreviewPipeline.Request(
      photos: arrangement.selection.photos, plan: arrangement.plan, options: arrangement.selection.options,
      placement: placement, background: display.background, highlighted: highlighted)
    self.request = request
    pipeline.show(request)
  }

  /// - Returns: the faults to report; nil if the picture is no longer wanted.
  private func take(_ picture: PreviewPipeline.Picture) -> [PhotoError]? {
    guard picture.request == request else { return nil }
    content = picture.content
    answered = picture.request
    return picture.faults.filter { fault in
      !(session.allowsDamage && fault.isAllowable) && reportedFaults.insert(fault).inserted
    }
  }
}
