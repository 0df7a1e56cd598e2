internal import PhotoLayouts
internal import ReactiveTraits

/// What is refused before a layout is searched for, and what the search counts in.
extension CollagePlan {
  /// Fails if the canvas is too small for so many photos, whatever their shapes, or the memory for
  /// a search.
  ///
  /// - Parameter memory: what the search counts in; nil for no limit.
  /// - Throws: `canvasTooSmall`, `layoutNeedsMemory`.
  static func checkRoom(
    for count: Int, _ options: CollageOptions, _ memory: MemoryBudget?
  ) throws(CollageError) {
    guard options.pictures.template == nil else { return }
    let request = LayoutRequest([], options, nil)
    guard request.hasRoom(for: count) else {
      throw canvasTooSmall(options.layout, photos: count)
    }
    let bytes = request.searchBytes(for: count)
    if let memory, bytes > memory.total {
      throw .layoutNeedsMemory(photos: count, bytes: bytes, budget: memory.total)
    }
  }

  static func canvasTooSmall(_ options: LayoutOptions, photos: Int) -> CollageError {
    .canvasTooSmall(
      options.canvas.needsLongSide ? nil : options.canvasSize, longSide: options.longestSide,
      photos: photos)
  }

  /// The layouts to choose from.
  ///
  /// - Parameter memory: held while they are searched for; nil for no limit.
  static func choice(
    _ request: LayoutRequest, threads: Int, _ memory: MemoryBudget?,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> LayoutChoice {
    let search = { () throws(CollageError) in
      try rethrowing(LayoutChoice(request, threads: threads, isCancelled: isCancelled)) {
        (_: LayoutCancelled) in CollageError.cancelled
      }
    }
    guard let memory else { return try search() }
    return try memory.with(
      min(request.searchBytes(for: request.shapes.count), memory.total), search)
  }
}
