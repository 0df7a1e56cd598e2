internal import CollageKit
internal import Dispatch
internal import Imaging
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import TerminalPictures

/// Keeps a picture of a store's selection up to date with its photos, its options and the space for
/// it on the terminal.
///
/// Must be used on the terminal's queue only. Works in the background; superseded work is
/// cancelled.
final class CollagePreview: @unchecked Sendable {
  /// A selection and its layout; nil without photos.
  struct Arrangement: Sendable {
    let selection: Selection
    var plan: Result<CollagePlan, CollageError>?
  }

  /// What to show now.
  private(set) var content = PictureContent.nothing
  /// The latest selection that has been laid out; a newer one may be on its way.
  private(set) var arrangement: Arrangement

  /// The space for a picture.
  struct Room {
    var columns = 0
    var rows = 0
    /// The rows available for the picture and `reservedRows` together.
    var sharedRows = Int.max
    var display: PictureDisplay
  }

  /// Whether `content` and the reported faults belong to the current selection.
  var isUpToDate: Bool {
    arrangement.selection == store.selection && (request == nil || request == answered)
  }

  /// Whether a picture, or the reason why there is none, is still to come; until then `content` is
  /// an earlier one.
  var isPending: Bool { room.display.mode != .off && !isUpToDate }

  /// The index of the photo at a cell of the picture; nil if there is none. All are counted from 0.
  func photo(row: Int, column: Int) -> Int? {
    guard let placement = answered?.placement, case .success(let plan) = answered?.plan,
      (0..<placement.rows).contains(row), (0..<placement.columns).contains(column)
    else { return nil }
    let canvas = plan.layout.canvas
    let x = (2 * column + 1) * canvas.width / (2 * placement.columns)
    let y = (2 * row + 1) * canvas.height / (2 * placement.rows)
    return plan.layout.frames.firstIndex { frame in
      let area = frame.bounds
      return (area.x..<area.x + area.width).contains(x)
        && (area.y..<area.y + area.height).contains(y)
    }.map { $0 % plan.photoCount }
  }

  /// The width of the picture in columns; 0 without one.
  var columns: Int { answered?.placement?.columns ?? 0 }

  /// The index of the photo to highlight, from 0; nil for none.
  var highlighted: Int? {
    didSet { if highlighted != oldValue { requestPicture() } }
  }

  /// How many rows of the window are needed for something else, in addition to the usual ones.
  var reservedRows = 0 {
    didSet { if reservedRows != oldValue { requestPicture() } }
  }

  /// Photos to draw in place of missing ones, by the address of these.
  var standIns: [PhotoAddress: Photo] = [:] {
    didSet { if standIns != oldValue { requestPicture() } }
  }

  private let store: SelectionStore
  private let layouts: LayoutSearch
  private let queue: DispatchQueue
  private let pipeline: PreviewPipeline
  private let bag = CancellableBag()
  private var room: Room
  /// The latest request; the picture shown may belong to an earlier one.
  private var request: PreviewPipeline.Request?
  /// The request to which the latest picture belongs.
  private var answered: PreviewPipeline.Request?
  /// The faults of the chosen photos that have been reported.
  private(set) var reportedFaults: Set<PhotoError> = []

  /// - Parameter layouts: may be shared with others that ask for the same selection.
  init(
    of store: SelectionStore, _ layouts: LayoutSearch, _ composer: PreviewComposer, in room: Room,
    on queue: DispatchQueue
  ) {
    self.store = store
    self.layouts = layouts
    self.queue = queue
    self.room = room
    pipeline = PreviewPipeline(composer)
    arrangement = Arrangement(selection: store.selection)
  }

  /// Starts to follow the store.
  ///
  /// - Parameter changed: called when something that is shown may have changed, with newly found
  ///   faults of chosen photos. Damage that is allowed is no fault, because saving reports it.
  func start(changed: @escaping ([PhotoError]) -> Void) {
    let queue = WorkQueue.queue(queue)
    store.selections
      .receive(on: queue)
      .sink { [weak self] selection in self?.follow(selection) }
      .store(in: bag)
    store.selections
      .map { [layouts] selection in Self.arrangement(of: selection, layouts) }
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

  /// Adapts the picture to a different space.
  func fit(in room: Room) {
    self.room = room
    let placement = request?.placement
    requestPicture()
    // The old picture may have too many rows, or rows that are too wide.
    if request?.placement != placement { content = .nothing }
  }

  private func follow(_ selection: Selection) {
    reportedFaults = reportedFaults.filter { fault in
      selection.photos.contains { $0.address == fault.address }
    }
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
    let canvas = (try? arrangement.plan?.get())?.layout.canvas
    let rows = min(room.rows, room.sharedRows - reservedRows)
    let placement = canvas.flatMap {
      PicturePlacement(
        of: $0, mode: room.display.mode, windowColumns: room.columns, availableRows: rows,
        cell: room.display.cell)
    }
    let request = PreviewPipeline.Request(
      plan: arrangement.plan.map { $0.map { $0.showing(standIns) } },
      options: arrangement.selection.options, placement: placement,
      background: room.display.background, isExact: room.display.isExact,
      highlighted: highlighted)
    self.request = request
    pipeline.show(request)
  }

  /// - Returns: the faults to report; nil if the picture is no longer wanted.
  private func take(_ picture: PreviewPipeline.Picture) -> [PhotoError]? {
    guard picture.request == request else { return nil }
    content = picture.content
    answered = picture.request
    return picture.faults.filter { reportedFaults.insert($0).inserted }
  }
}
