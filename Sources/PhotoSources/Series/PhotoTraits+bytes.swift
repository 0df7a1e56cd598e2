internal import Imaging
internal import PhotoCodecs

// How traits are stored: whole numbers, the least significant byte first.
extension PhotoTraits {
  private static let maxFaces = 255
  /// What is stored for a sharpness that is unknown.
  private static let unknown = 0xFFFF

  func write(to record: inout RecordWriter) {
    record.append(size.width, bytes: 4)
    record.append(size.height, bytes: 4)
    record.append(content.width, bytes: 4)
    record.append(content.height, bytes: 4)
    facts.write(to: &record)
    record.append(isFromCamera ? 1 : 0, bytes: 1)
    for value in exposure.stored {
      record.append(value, bytes: 2)
    }
    record.append(colours, bytes: 2)
    for value in sharpness { record.append(value ?? Self.unknown, bytes: 2) }
    let faces = faces.prefix(Self.maxFaces)
    record.append(faces.count, bytes: 1)
    for face in faces {
      record.append(face.isWhole ? 1 : 0, bytes: 1)
      record.append(face.sharpness ?? Self.unknown, bytes: 2)
      record.append(face.area, bytes: 2)
      record.append(face.look == nil ? 0 : 1, bytes: 1)
      if let look = face.look { record.append(look.values) }
    }
    record.append(greys.values)
    record.append(page == nil ? 0 : 1, bytes: 1)
    if let page { record.append(page.packed) }
  }

  /// Nil for bytes that don't hold traits.
  init?(_ record: inout RecordReader) {
    guard let size = PixelSize(stored: &record), let content = PixelSize(stored: &record),
      let facts = StatedFacts(&record),
      let camera = record.number(bytes: 1), let exposure = record.numbers(5, bytes: 2),
      let colours = record.number(bytes: 2),
      let sharpness = record.numbers(Self.scales.count, bytes: 2),
      let faceCount = record.number(bytes: 1)
    else { return nil }
    var faces: [Face] = []
    for _ in 0..<faceCount {
      guard let face = Face(stored: &record) else { return nil }
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
    self.init(
      size: size, content: content, facts: facts, isFromCamera: camera == 1, greys: greys,
      page: page,
      exposure: Exposure(
        mean: exposure[0], clipped: exposure[1], white: exposure[2], black: exposure[3],
        highlight: exposure[4]),
      colours: colours, sharpness: sharpness.map(Self.known), faces: faces)
  }

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
