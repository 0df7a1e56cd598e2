internal import CollageKit
internal import Dispatch
internal import OpenCombine
internal import OpenCombineDispatch
internal import PhotoCodecs
internal import ReactiveTraits
internal import TerminalPictures

/// From what should be seen to the rows that show it: composed and rendered in the background, the latest wish only. A wish
/// that is superseded is cancelled, not merely ignored.
struct PreviewPipeline: Sendable {
  /// What should be seen; nil photos show nothing.
  struct Wish: Hashable, Sendable {
    var photos: [Photo]
    var options: CollageOptions
    /// Where there is room for it; nil shows nothing.
    var placement: PicturePlacement?
    /// Of the terminal.
    var background = TerminalFacts.Background.dark
  }

  /// The rows that show a wish.
  struct Picture: Sendable {
    let wish: Wish
    let rows: [LiveRegion.Row]
  }

  /// The number by which the terminal knows our picture.
  private static let pictureID: UInt32 = 7261

  private let composer: PreviewComposer
  private let wishes = Relay(Wish(photos: [], options: CollageOptions(), placement: nil))

  init(limits: DecodeLimits, resources: Resources) {
    composer = PreviewComposer(limits: limits, resources: resources)
  }

  func show(_ wish: Wish) { wishes.accept(wish) }

  /// What shows the latest wish, on `queue`; a wish that was superseded before it was ready gives nothing. Never ends.
  ///
  /// One that is superseded while its picture waits for `queue` still comes: whoever made the wishes compares.
  func pictures(on queue: DispatchQueue) -> AnyPublisher<Picture, Never> {
    wishes.publisher
      .removeDuplicates()
      .map { [composer] wish in Self.rows(for: wish, composer).map { Picture(wish: wish, rows: $0) } }
      .switchToLatest()
      .receive(on: queue.ocombine)
      .eraseToAnyPublisher()
  }

  private static func rows(for wish: Wish, _ composer: PreviewComposer) -> AnyPublisher<[LiveRegion.Row], Never> {
    guard let placement = wish.placement, !wish.photos.isEmpty else { return Just([]).eraseToAnyPublisher() }
    return composer.preview(of: wish.photos, wish.options, size: placement.pixels)
      .map { raster in rendered(raster, placement, on: wish.background) }
      .catch { _ in Just([]) }
      .eraseToAnyPublisher()
  }

  private static func rendered(
    _ raster: Raster, _ placement: PicturePlacement, on background: TerminalFacts.Background
  ) -> [LiveRegion.Row] {
    let (columns, rows) = (placement.columns, placement.rows)
    switch placement.mode {
    case .kitty:
      // Bare pixels: to make a PNG of them takes longer than to compose them.
      let drawing = KittyPicture.sequence(pixelsOf: raster, columns: columns, rows: rows, id: pictureID)
      return [.picture(drawing: drawing, removal: KittyPicture.deletion(of: pictureID), rows: rows)]
    case .iterm2:
      guard let png = try? PictureFile.png(of: raster) else { return [] }
      let drawing = ITerm2Picture.sequence(file: png, columns: columns, rows: rows)
      return [.picture(drawing: drawing, removal: "", rows: rows)]
    case .blocks24:
      return QuadrantBlocks.rows(of: raster, columns: columns, rows: rows, depth: .trueColour).map { .text($0) }
    case .blocks256:
      return QuadrantBlocks.rows(of: raster, columns: columns, rows: rows, depth: .palette256).map { .text($0) }
    case .ascii:
      return ASCIIArt.rows(of: raster, columns: columns, rows: rows, on: background).map { .text($0) }
    case .off:
      return []
    }
  }
}
