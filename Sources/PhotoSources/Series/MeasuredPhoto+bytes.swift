internal import Imaging
internal import PhotoCodecs

// How a measured photo is stored: whole numbers, the least significant byte first.
extension MeasuredPhoto {
  private static let maxFaces = 255

  func write(to record: inout RecordWriter) {
    for size in [traits.size, traits.content] {
      record.append(size.width, bytes: 4)
      record.append(size.height, bytes: 4)
    }
    facts.write(to: &record)
    record.append(traits.isFromCamera ? 1 : 0, bytes: 1)
    for value in traits.exposure.stored {
      record.append(value, bytes: 2)
    }
    record.append(traits.colours, bytes: 2)
    for value in traits.sharpness { record.append(value ?? PhotoTraits.unknown, bytes: 2) }
    let faces = traits.faces.prefix(Self.maxFaces)
    record.append(faces.count, bytes: 1)
    for face in faces {
      record.append(face.isWhole ? 1 : 0, bytes: 1)
      record.append(face.sharpness ?? PhotoTraits.unknown, bytes: 2)
      record.append(face.area, bytes: 2)
      record.append(face.look == nil ? 0 : 1, bytes: 1)
      if let look = face.look { record.append(look.values) }
    }
    record.append(traits.greys.values)
    record.append(traits.page == nil ? 0 : 1, bytes: 1)
    if let page = traits.page { record.append(page.packed) }
  }

  /// Nil for bytes that don't hold traits.
  ///
  /// - Parameter file: keeps the greys; nil to keep them in memory.
  init?(_ record: inout RecordReader, in file: GreysFile?) {
    guard let size = PixelSize(stored: &record), let content = PixelSize(stored: &record),
      let facts = StatedFacts(&record), let camera = record.number(bytes: 1),
      let exposure = record.numbers(5, bytes: 2), let colours = record.number(bytes: 2),
      let sharpness = record.numbers(PhotoTraits.scales.count, bytes: 2),
      let faceCount = record.number(bytes: 1)
    else { return nil }
    var faces: [PhotoTraits.Face] = []
    for _ in 0..<faceCount {
      guard let face = PhotoTraits.Face(stored: &record) else { return nil }
      faces.append(face)
    }
    guard let greys = record.bytes(GreyGrid.side * GreyGrid.side).flatMap(GreyGrid.init),
      let hasPage = record.number(bytes: 1)
    else { return nil }
    var page: WrittenPage?
    if hasPage == 1 {
      page = record.bytes(WrittenPage.byteCount).flatMap(WrittenPage.init)
      guard page != nil else { return nil }
    }
    self.facts = facts
    traits = PhotoTraits(
      size: size, content: content, isFromCamera: camera == 1, view: KeptGreys(greys, in: file),
      page: page,
      exposure: Exposure(
        mean: exposure[0], clipped: exposure[1], white: exposure[2], black: exposure[3],
        highlight: exposure[4]),
      colours: colours, sharpness: sharpness.map(PhotoTraits.known), faces: faces)
  }
}

extension PhotoTraits {
  /// What is stored for a sharpness that is unknown.
  fileprivate static let unknown = 0xFFFF

  fileprivate static func known(_ value: Int) -> Int? { value == unknown ? nil : value }
}

extension Exposure {
  /// In the order in which they are stored.
  fileprivate var stored: [Int] { [mean, clipped, white, black, highlight] }
}

extension PhotoTraits.Face {
  fileprivate init?(stored record: inout RecordReader) {
    guard let isWhole = record.number(bytes: 1), let sharpness = record.number(bytes: 2),
      let area = record.number(bytes: 2), let hasLook = record.number(bytes: 1)
    else { return nil }
    var look: FaceLook?
    if hasLook == 1 {
      look = record.bytes(FaceLook.side * FaceLook.side).flatMap(FaceLook.init)
      guard look != nil else { return nil }
    }
    self.init(
      isWhole: isWhole == 1, sharpness: PhotoTraits.known(sharpness), area: area, look: look)
  }
}

extension PixelSize {
  fileprivate init?(stored record: inout RecordReader) {
    let sides = 1..<1 << 30
    guard let width = record.number(bytes: 4), let height = record.number(bytes: 4),
      sides.contains(width), sides.contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}
