internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Draws the letters of a canvas's texts while its photos are decoded. Whichever is there last, a
/// photo or the letters, lays the text that lies on the photo.
final class Lettering: Sendable {
  private let texts: PlacedTexts?
  private let raster: Raster
  private let gains: GainPlane?
  /// Of the photos' corners, in pixels.
  private let radius: Double
  /// Whether all text is laid when all else is drawn, by whoever calls `letters`.
  private let laysAtEnd: Bool
  private let state: Locked<State>

  private struct State {
    /// Nil until the letters are drawn.
    var letters: Result<DrawnTexts?, CollageError>?
    /// The indices of photos that were drawn before them.
    var waiting: [Int] = []
  }

  /// - Parameters:
  ///   - texts: nil for none.
  ///   - gains: the raster's; nil for none.
  ///   - laysAtEnd: whether what is below the texts will change when all photos are drawn.
  init(
    _ texts: PlacedTexts?, on raster: Raster, _ gains: GainPlane? = nil, radius: Double,
    laysAtEnd: Bool
  ) {
    self.gains = gains
    self.texts = texts
    self.raster = raster
    self.radius = radius
    self.laysAtEnd = laysAtEnd
    state = Locked(State(letters: texts == nil ? .success(nil) : nil))
  }

  /// Draws the letters, and lays the text that lies on no photo, or on one that is drawn already.
  ///
  /// - Returns: the photos that waited for their text, and are finished now.
  func draw(_ memory: MemoryBudget, isCancelled: @escaping @Sendable () -> Bool) -> [Int] {
    let letters = Result { () throws(CollageError) in
      try texts?.drawn(for: laysAtEnd ? nil : raster, memory, isCancelled: isCancelled)
    }
    let waiting = state.withLock { state in
      state.letters = letters
      return state.waiting
    }
    lay(letters, on: nil)
    for photo in waiting { lay(letters, on: photo) }
    return waiting
  }

  /// Call when a photo is drawn.
  ///
  /// - Returns: whether it is finished: its text, if it has one, is laid.
  func photoIsDrawn(_ photo: Int) -> Bool {
    let letters = state.withLock { state in
      if state.letters == nil { state.waiting.append(photo) }
      return state.letters
    }
    guard let letters else { return false }
    lay(letters, on: photo)
    return true
  }

  /// Call when everything is drawn: the letters; nil without any.
  func letters() throws(CollageError) -> DrawnTexts? {
    try state.withLock { $0.letters }?.get()
  }

  private func lay(_ letters: Result<DrawnTexts?, CollageError>, on photo: Int?) {
    guard !laysAtEnd else { return }
    try? letters.get()?.lay(on: photo, of: raster, gains, radius: radius)
  }
}
