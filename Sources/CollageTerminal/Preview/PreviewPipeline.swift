internal import CollageKit
internal import Dispatch
internal import OpenCombine
internal import OpenCombineDispatch
internal import ReactiveTraits
internal import TerminalPictures

/// Composes and renders the latest request in the background, and cancels superseded ones.
struct PreviewPipeline: Sendable {
  /// What to show; nothing without photos.
  struct Request: Hashable, Sendable {
    /// The plan for the photos with their options, or why there is none; nil without photos.
    var plan: Result<CollagePlan, CollageError>?
    var options = CollageOptions()
    /// The size and mode of the picture; nil to show nothing.
    var placement: PicturePlacement?
    /// The terminal's background.
    var background = TerminalCapabilities.Background.dark
    /// Whether a picture of pixels may be long, but has no errors.
    var isExact = false
    /// The index of the photo to highlight, from 0; nil for none.
    var highlighted: Int?
  }

  /// The result of a request.
  struct Picture: Sendable {
    let request: Request
    let content: PictureContent
    /// The faults of the photos, which are found even if no picture is shown.
    var faults: [PhotoError] = []
  }

  private let composer: PreviewComposer
  private let requests = Relay(Request())

  init(_ composer: PreviewComposer) { self.composer = composer }

  func show(_ request: Request) { requests.accept(request) }

  /// The result of each latest request, on `queue`; none for a request that was superseded before
  /// it was ready. A large picture comes twice, first as a draft, unless the complete one is ready
  /// as soon. Never ends.
  ///
  /// A request may be superseded while its result waits for `queue`: compare `Picture.request` with
  /// the latest one.
  func pictures(on queue: DispatchQueue) -> AnyPublisher<Picture, Never> {
    requests.publisher
      .removeDuplicates()
      .map { [composer] request in Self.picture(of: request, composer) }
      .switchToLatest()
      .receive(on: queue.ocombine)
      .eraseToAnyPublisher()
  }

  private static func picture(of request: Request, _ composer: PreviewComposer) -> AnyPublisher<
    Picture, Never
  > {
    let plan: CollagePlan
    switch request.plan {
    case nil: return Just(Picture(request: request, content: .nothing)).eraseToAnyPublisher()
    case .failure(let error): return Just(failure(of: request, error)).eraseToAnyPublisher()
    case .success(let found): plan = found
    }
    guard let placement = request.placement else {
      return composer.faults(of: plan.placements.map(\.photo), request.options.decoding)
        .map { Picture(request: request, content: .nothing, faults: $0) }
        .catch { Just(failure(of: request, $0)) }
        .eraseToAnyPublisher()
    }
    func picture(_ placement: PicturePlacement) -> some Publisher<Picture, Never> {
      composer.preview(of: plan, request.options, size: placement.pixels)
        .map { preview in
          Picture(
            request: request, content: rendered(preview, placement, request), faults: preview.faults
          )
        }
        .catch { Just(failure(of: request, $0)) }
    }
    guard let draft = placement.draft else { return picture(placement).eraseToAnyPublisher() }
    // Makes both at once, on two processors. The draft is ready within a moment, so that the
    // picture keeps up with a key that is held down; once the complete picture is there, the draft
    // is dropped.
    return [draft, placement].publisher
      .flatMap(maxPublishers: .max(min(Resources.processors, 2))) { stage in
        picture(stage).map { (isWhole: stage == placement, picture: $0) }
      }
      .removeDuplicates { shown, _ in shown.isWhole }
      .map(\.picture)
      .eraseToAnyPublisher()
  }

  private static func failure(of request: Request, _ error: CollageError) -> Picture {
    Picture(
      request: request, content: .failed(reason: error.messages(.prompt).joined(separator: "; ")))
  }

  /// Draws the marks and encodes the picture for the terminal.
  private static func rendered(
    _ preview: Preview, _ placement: PicturePlacement, _ request: Request
  ) -> PictureContent {
    let raster = preview.raster
    placement.marks(highlighted: request.highlighted)
      .draw(
        on: raster, around: preview.frames, regions: preview.regions,
        faults: preview.faultLabels.mapValues { $0.uppercased() })
    let marks = placement.cellMarks(preview, highlighted: request.highlighted)
    return placement.content(
      of: raster, marks: marks, on: request.background, isExact: request.isExact)
  }
}
