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
    facts.write(to: &record)
    record.append(isFromCamera ? 1 : 0, bytes: 1)
    for value in exposure.stored {
      record.append(value, bytes: 2)
    }
    for value in sharpness { record.append(value ?? Self.unknown, bytes: 2) }
    let faces = faces.prefix(Self.maxFaces)
    record.append(faces.count, bytes: 1)
    for face in faces {
      record.append(face.isWhole ? 1 : 0, bytes: 1)
      record.append(face.sharpness ?? Self.unknown, bytes: 2)
    }
    record.append(greys.values)
  }

  /// Nil for bytes that don't hold traits.
  init?(_ record: inout RecordReader) {
    guard let width = record.number(bytes: 4), let height = record.number(bytes: 4),
      let facts = StatedFacts(&record),
      let camera = record.number(bytes: 1), let exposure = record.numbers(5, bytes: 2),
      let sharpness = record.numbers(Self.scales.count, bytes: 2),
      let faceCount = record.number(bytes: 1)
    else { return nil }
    var faces: [Face] = []
    for _ in 0..<faceCount {
      guard let isWhole = record.number(bytes: 1), let sharpness = record.number(bytes: 2) else {
        return nil
      }
      faces.append(Face(isWhole: isWhole == 1, sharpness: Self.known(sharpness)))
    }
    guard let greys = record.bytes(GreyGrid.side * GreyGrid.side).flatMap(GreyGrid.init),
      width > 0, height > 0, width < 1 << 30, height < 1 << 30
    else { return nil }
    self.init(
      size: PixelSize(width: width, height: height),
      facts: facts, isFromCamera: camera == 1, greys: greys,
      exposure: Exposure(
        mean: exposure[0], clipped: exposure[1], white: exposure[2], black: exposure[3],
        highlight: exposure[4]),
      sharpness: sharpness.map(Self.known), faces: faces)
  }

  private static func known(_ value: Int) -> Int? { value == unknown ? nil : value }
}

extension Exposure {
  /// In the order in which they are stored.
  fileprivate var stored: [Int] { [mean, clipped, white, black, highlight] }
}
