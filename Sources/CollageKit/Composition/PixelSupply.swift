internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import ThreadPool

/// Where a composer's pixels of photos come from: decoded for their frames, or thumbnails that are
/// kept.
protocol PixelSupply: Sendable {
  /// What is known of a photo once it is drawn.
  associatedtype Drawn: Sendable
  /// What is known of all of them.
  associatedtype Outcome

  /// Whether the picture is for display only. Then photos that can't be drawn leave their frames
  /// empty, and specks in the background of texts aren't shaded.
  static var isDraft: Bool { get }

  var colourSpace: ColourSpace { get }
  /// What is around the photos before a decoration is drawn.
  var ground: Colour { get }
  /// Whether the gains of photos with HDR are drawn.
  var hasGains: Bool { get }
  /// What letters take their memory from.
  var memory: MemoryBudget { get }
  /// For each frame, whether nothing shows through its photo.
  var opaque: [Bool] { get }
  /// In the order in which they are begun.
  var tasks: [PhotoTask] { get }

  /// Draws a photo; any number at once.
  ///
  /// - Parameter spare: threads that may help.
  func draw(
    _ task: PhotoTask, on canvas: PhotoCanvas, _ spare: SpareThreads,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> Result<Drawn, PhotoError>

  /// What is known when all tasks are done, by each task's first place.
  func outcome(of drawn: [Int: Result<Drawn, PhotoError>]) throws(CollageError) -> Outcome

  /// Draws the frames that no task has drawn.
  func drawRest(on canvas: PhotoCanvas)
}

/// A photo that is drawn at once into all frames that show it.
struct PhotoTask: Sendable {
  /// Of its placements, from 0; at least one.
  let places: [Int]
  /// An estimate of the time that it takes, in arbitrary units.
  let cost: Int
}

/// What photos are drawn on.
struct PhotoCanvas: Sendable {
  let raster: Raster
  /// Has its colour at first where photos don't fill their frames; else it gets it when it is
  /// needed.
  let ground: CanvasGround
  /// How much brighter the HDR renditions of photos are; nil to keep none, where no photo has one,
  /// or where there is no memory for them.
  let gains: GainPlane?
  /// Which pixels show which photo; nil where each fills its frame.
  let openings: OpeningMap?

  /// Shows a picture as large as a frame there; in the opening that it may have, as far as that can
  /// be seen.
  ///
  /// - Parameter layerGains: the picture's; nil for one without.
  func show(_ layer: Raster, _ layerGains: GainPlane? = nil, in frame: Frame) {
    guard let openings else {
      let area = PixelRect(layer.size)
      raster.copy(area, of: layer, to: frame.bounds)
      if let layerGains { gains?.copy(area, of: layerGains, to: frame.bounds) }
      return
    }
    guard let opening = frame.opening else { return }
    let runs = openings.runs(of: opening.number)
    raster.copy(runs, of: layer, lyingAt: frame.bounds)
    if let layerGains { gains?.copy(runs, of: layerGains, lyingAt: frame.bounds) }
  }
}
