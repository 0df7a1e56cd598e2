internal import CollageKit
internal import Dispatch
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import TerminalPictures

/// The collage as it would be with the photos that are chosen in a picker.
///
/// Must be used on the terminal's queue only. Headers are read, and photos laid out and drawn, in the background.
final class PickedCollage: @unchecked Sendable {
  /// The picture, or why there is none.
  private(set) var content = PictureContent.nothing
  /// Its columns, to place it in the middle.
  private(set) var columns = 0
  /// The layout of `selection`; nil while it is not known, or without photos.
  private(set) var plan: Result<CollagePlan, CollageError>?
  /// What was in the collage before, and the chosen photos whose headers are known.
  private(set) var selection: Selection

  private let base: Selection
  private let queue: DispatchQueue
  private let source: PhotoSource
  /// For the small pictures of photos on the web, so that a slow server keeps no file waiting.
  private let webSource: PhotoSource
  private let layouts: LayoutSearch
  private let pipeline: PreviewPipeline
  private let changed: (_ broken: [PhotoError]) -> Void
  private var addresses: [PhotoAddress] = []
  private var turns: [PhotoAddress: Turn] = [:]
  private var photos: [PhotoAddress: Photo] = [:]
  /// Those whose headers are being read.
  private var asked: Set<PhotoAddress> = []
  private var request: PreviewPipeline.Request?
  private var area: (columns: Int, rows: Int, display: PictureDisplay)?
  private var layout: AnyCancellable?
  private let bag = CancellableBag()

  /// - Parameter changed: called when the picture or the layout has changed, with the chosen photos that turned out to be
  ///   broken.
  init(
    _ base: Selection, resources: Resources, web: WebPhotos, on queue: DispatchQueue,
    changed: @escaping (_ broken: [PhotoError]) -> Void
  ) {
    self.base = base
    self.queue = queue
    self.changed = changed
    selection = base
    source = PhotoSource(deliveringOn: .queue(queue))
    webSource = PhotoSource(deliveringOn: .queue(queue), web: web)
    layouts = LayoutSearch(faces: FaceFinder(resources: resources))
    pipeline = PreviewPipeline(resources: resources)
    for batches in [source.batches, webSource.batches] {
      batches
        .sink { [weak self] batch in self?.take(batch) }
        .store(in: bag)
    }
    pipeline.pictures(on: queue)
      .sink { [weak self] picture in self?.take(picture) }
      .store(in: bag)
    layOut()
  }

  /// Shows these photos behind those that were in the collage before: of those on the web their small pictures, as soon as
  /// they are there.
  func show(_ chosen: [TurnedPhoto]) {
    let addresses = chosen.compactMap(\.photo.previewAddress)
    let turns = chosen.turns(\.previewAddress)
    guard addresses != self.addresses || turns != self.turns else { return }
    (self.addresses, self.turns) = (addresses, turns)
    let unknown = addresses.filter { photos[$0] == nil && !asked.contains($0) }
    if !unknown.isEmpty {
      asked.formUnion(unknown)
      let limits = base.options.decoding.limits
      source.choose(unknown.filter { $0.url == nil }, limits: limits)
      for address in unknown where address.url != nil { webSource.choose([address], limits: limits) }
    }
    layOut()
  }

  /// Draws the picture for this many cells.
  ///
  /// - Parameter columns: with `rows`, zero for no picture.
  func fit(columns: Int, rows: Int, on display: PictureDisplay) {
    area = (columns, rows, display)
    requestPicture()
  }

  func stop() {
    source.close()
    webSource.close()
    layout?.cancel()
    bag.cancelAll()
  }

  private func take(_ batch: PhotoBatch) {
    for photo in batch.photos { photos[photo.address] = photo }
    asked.subtract(batch.photos.map(\.address) + batch.failures.map(\.address))
    layOut()
    changed(batch.failures)
  }

  private func take(_ picture: PreviewPipeline.Picture) {
    guard picture.request == request else { return }
    content = picture.content
    columns = picture.request.placement?.columns ?? 0
    changed([])
  }

  private func layOut() {
    var next = base
    next.add(addresses.compactMap { photos[$0] }, turned: turns)
    guard next != selection || plan == nil else { return }
    selection = next
    guard !next.photos.isEmpty else {
      (plan, layout) = (nil, nil)
      return requestPicture()
    }
    layout = layouts.plan(for: next)
      .map { Result<CollagePlan, CollageError>.success($0) }
      .catch { .just(.failure($0)) }
      .receive(on: WorkQueue.queue(queue))
      .sink { [weak self] plan in
        self?.plan = plan
        self?.requestPicture()
        self?.changed([])
      }
  }

  private func requestPicture() {
    guard let area, area.columns > 0, area.rows > 0 else { return }
    let canvas = (try? plan?.get())?.layout.canvas
    let placement = canvas.flatMap {
      PicturePlacement(
        of: $0, mode: area.display.mode, windowColumns: area.columns, availableRows: area.rows,
        cell: area.display.shownCell)
    }
    let request = PreviewPipeline.Request(
      photos: selection.photos, plan: plan, options: selection.options, placement: placement,
      background: area.display.background)
    self.request = request
    if request.plan == nil { content = .nothing }
    pipeline.show(request)
  }
}

extension PickerPhoto {
  /// Where what the collage shows of it is; nil for a photo on the web of which there is no small picture.
  var previewAddress: PhotoAddress? {
    switch self {
    case .file: address
    case .web(let photo): photo.thumbnail.flatMap { PhotoURL(Array($0.utf8)) }.map(PhotoAddress.web)
    }
  }
}
