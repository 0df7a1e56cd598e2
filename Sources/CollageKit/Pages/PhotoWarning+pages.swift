extension PhotoWarning {
  /// The same with other numbers for photos, as options name them.
  ///
  /// - Parameter numbers: of the photos of a page, in order.
  func renumbered(_ numbers: [Int]) -> PhotoWarning {
    func new(_ number: Int) -> Int {
      numbers.indices.contains(number - 1) ? numbers[number - 1] : number
    }
    let cause: Cause =
      switch cause {
      case .note, .idle, .lackingFields, .enlarged, .manyEnlarged, .largeUnits,
        .hdrWithoutColours, .undated, .dividedEvents:
        cause
      case .ignoredOrientation(let orientation, let format, let number):
        .ignoredOrientation(orientation, format, number: new(number))
      case .cutFaces(let count, let number, let rescue):
        .cutFaces(count, number: new(number), rescue)
      case .cutTexts(let title, let captions):
        .cutTexts(title: title, captions: captions.map(new))
      case .coveredFaces(let captions): .coveredFaces(captions.map(new))
      case .outsideSafeZone(let texts, let captions, let faces):
        .outsideSafeZone(texts, captions: captions.map(new), faces: faces.map(new))
      }
    return PhotoWarning(address: address, cause: cause)
  }
}
