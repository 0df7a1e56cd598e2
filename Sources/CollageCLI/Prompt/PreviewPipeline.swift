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

  /// The id of our picture in the kitty protocol.
  private static let pictureID: UInt32 = 7261

  private let composer: PreviewComposer
  private let requests = Relay(Request(selection: Selection(), placement: nil))

  init(resources: Resources) {
    composer = PreviewComposer(resources: resources)
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
      return composer.faults(of: request.selection.photos, limits: request.selection.options.decoding.limits)
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

  private static func rendered(
    _ raster: Raster, _ placement: PicturePlacement, on background: TerminalCapabilities.Background
  ) -> Content {
    let (columns, rows) = (placement.columns, placement.rows)
    switch placement.mode {
    case .kitty:
      // Raw pixels: encoding a PNG takes longer than composing the picture.
      let drawing = KittyPicture.sequence(pixelsOf: raster, columns: columns, rows: rows, id: pictureID)
      return .rows([.picture(drawing: drawing, removal: KittyPicture.deletion(of: pictureID), rows: rows)])
    case .iterm2:
      do {
        let drawing = ITerm2Picture.sequence(file: try PictureFile.png(of: raster), columns: columns, rows: rows)
        return .rows([.picture(drawing: drawing, removal: "", rows: rows)])
      } catch {
        return .failed(reason: "it can't be encoded: \(error)")
      }
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
