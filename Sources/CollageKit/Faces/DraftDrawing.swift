internal import Imaging
internal import PhotoCodecs

/// What can draw a photo as soon as it is known where it lies in the layout that is tried first.
protocol DraftDrawing: Sendable {
  /// Begins a layout; called once or more before `draw`.
  func begin(_ placements: [Placement], on canvas: PixelSize)

  /// Draws a photo whose faces are known now; any number at once.
  ///
  /// - Parameters:
  ///   - place: from 0.
  ///   - placement: in the frame that its place had in `begin`.
  ///   - spare: threads that may help.
  func draw(
    _ place: Int, _ placement: Placement, _ spare: SpareThreads,
    isCancelled: @escaping @Sendable () -> Bool)

  /// From now on draws no photo, because another layout has become likely.
  func stop()
}
