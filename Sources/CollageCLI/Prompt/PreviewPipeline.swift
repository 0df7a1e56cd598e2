internal import CollageKit
internal import Dispatch
internal import OpenCombine
internal import OpenCombineDispatch
internal import PhotoCodecs
internal import ReactiveTraits
internal import TerminalPictures

/// Composes and renders the latest request in the background. A request that is superseded is cancelled, not merely
/// ignored.
struct PreviewPipeline: Sendable {
  /// What to show; a selection without photos shows nothing.
  struct Request: Hashable, Sendable {
    var selection: Selection
    /// The size and mode of the picture; nil shows nothing.
    var placement: PicturePlacement?
    /// The terminal's background.
    var background = TerminalCapabilities.Background.dark
  }

  /// The result of a request.
  struct Picture: Sendable {
    let request: Request
    let content: Content
    /// What is wrong with the photos. They are checked even where no picture is shown.
    var faults: [PhotoError] = []
  }

  /// What is shown in the preview's place.
  enum Content: Hashable, Sendable {
    case rows([LiveRegion.Row])
    /// Why there is no picture.
    case failed(reason: String)

    static let nothing = Content.rows([])
  }

  private let composer: PreviewComposer
  private let requests = Relay(Request(selection: Selection(), placement: nil))

  init(limits: DecodeLimits, resources: Resources) {
    composer = PreviewComposer(limits: limits, resources: resources)
  }

  func show(_ request: Request) { requests.accept(request) }

  /// The result of each latest request, on `queue`; none for a request that was superseded before it was ready. Never
  /// ends.
  ///
  /// A request may be superseded while its result waits for `queue`: compare `Picture.request` with the latest one.
  func pictures(on queue: DispatchQueue) -> AnyPublisher<Picture, Never> {
    requests.publisher
      .removeDuplicates()
      .map { [composer] request in Self.picture(of: request, composer) }
      .switchToLatest()
      .receive(on: queue.ocombine)
      .eraseToAnyPublisher()
  }

  private static func picture(of request: Request, _ composer: PreviewComposer) -> AnyPublisher<Picture, Never> {
    if request.selection.photos.isEmpty {
      return Just(Picture(request: request, content: .nothing)).eraseToAnyPublisher()
    }
    guard let placement = request.placement else {
      return composer.faults(of: request.selection.photos)
        .map { Picture(request: request, content: .nothing, faults: $0) }
        .catch { Just(failure(of: request, $0)) }
        .eraseToAnyPublisher()
    }
    return composer.preview(of: request.selection.photos, request.selection.options, size: placement.pixels)
      .map { preview in
        let content = rendered(preview.raster, placement, on: request.background)
        return Picture(request: request, content: content, faults: preview.faults)
      }
      .catch { Just(failure(of: request, $0)) }
      .eraseToAnyPublisher()
  }

  private static func failure(of request: Request, _ error: CollageError) -> Picture {
    Picture(request: request, content: .failed(reason: error.messages(.prompt).joined(separator: "; ")))
  }

  private static func pictured(_ picture: () throws(CodecError) -> TerminalPicture) -> Content {
    do throws(CodecError) {
      return .rows([.picture(try picture())])
    } catch {
      return .failed(reason: "it can't be encoded: \(error)")
    }
  }

  private static func rendered(
    _ raster: Raster, _ placement: PicturePlacement, on background: TerminalCapabilities.Background
  ) -> Content {
    let (columns, rows) = (placement.columns, placement.rows)
    switch placement.mode {
    case .kitty: return pictured { () throws(CodecError) in try .kitty(raster, columns: columns, rows: rows) }
    case .kittyPlaceholders:
      return pictured { () throws(CodecError) in
        try .kitty(raster, columns: columns, rows: rows, throughTmux: true)
      }
    case .sixel: return .rows([.picture(.sixel(raster, columns: columns, rows: rows))])
    case .iterm2: return pictured { () throws(CodecError) in try .iterm2(raster, columns: columns, rows: rows) }
    case .blocks24:
      return .rows(QuadrantBlocks.rows(of: raster, columns: columns, rows: rows, depth: .trueColour).map { .text($0) })
    case .blocks256:
      return .rows(QuadrantBlocks.rows(of: raster, columns: columns, rows: rows, depth: .palette256).map { .text($0) })
    case .ascii:
      return .rows(ASCIIArt.rows(of: raster, columns: columns, rows: rows, on: background).map { .text($0) })
    case .off:
      return .nothing
    }
  }
}
