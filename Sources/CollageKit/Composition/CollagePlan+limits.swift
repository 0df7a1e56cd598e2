internal import PhotoLayouts
internal import ReactiveTraits

/// What is refused before a layout is searched for, and what the search counts in.
extension CollagePlan {
  /// Fails if the canvas is too small for so many photos, whatever their shapes.
  ///
  /// - Throws: `canvasTooSmall`.
  static func checkRoom(for count: Int, _ options: CollageOptions) throws(CollageError) {
    guard options.pictures.template == nil,
      !LayoutRequest([], options, nil).hasRoom(for: count)
    else { return }
    throw canvasTooSmall(options.layout, photos: count)
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
    let bytes = request.searchBytes
    if let memory, bytes > memory.total {
      throw .layoutNeedsMemory(
        photos: request.shapes.count, bytes: bytes, budget: memory.total)
    }
    let search = { () throws(CollageError) in
      try rethrowing(LayoutChoice(request, threads: threads, isCancelled: isCancelled)) {
        (_: LayoutCancelled) in CollageError.cancelled
      }
    }
    guard let memory else { return try search() }
    return try memory.with(bytes, search)
  }
}
