import Imaging
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCodecs

/// What each kind of malformed file gets, so that no answer changes unseen.
@Suite struct MalformationTests {
  enum Answer: Equatable, Sendable {
    case taken, warned
    /// Taken only where damage is allowed.
    case incomplete
    case damaged, unsupported, notAPicture
  }

  struct Malformation: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let answer: Answer
    var testDescription: String { name }

    init(_ name: String, _ answer: Answer, _ bytes: [UInt8]) {
      (self.name, self.answer, self.bytes) = (name, answer, bytes)
    }
  }

  private static let size = PixelSize(width: 80, height: 64)
  private static let junk: [UInt8] = [1, 2, 3]

  private func answer(_ bytes: [UInt8], drawn: Bool) -> Answer? {
    do {
      if !drawn { return try header(bytes).fault == nil ? .taken : .warned }
      return try Drawn(bytes).warning == nil ? .taken : .warned
    } catch {
      switch error as? CodecError {
      case .damaged(_, let isAllowable): return isAllowable ? .incomplete : .damaged
      case .unsupported: return .unsupported
      case .notAPicture: return .notAPicture
      default: return nil
      }
    }
  }

  // MARK: JPEG

  static let jpegs: [Malformation] = {
    let whole = JPEGBuilder.varied(size, .full).bytes
    let scan = whole.firstRange(of: [0xFF, 0xDA])!.lowerBound
    let frame = whole.firstRange(of: [0xFF, 0xC0])!.lowerBound
    let tables = whole.firstRange(of: [0xFF, 0xDB])!.lowerBound
    let codes = whole.firstRange(of: [0xFF, 0xC4])!.lowerBound
    let text = Array("a text, longer".utf8)
    func at(_ place: Int, _ bytes: [UInt8]) -> [UInt8] { whole[..<place] + bytes + whole[place...] }
    func with(_ place: Int, _ byte: UInt8) -> [UInt8] { whole.replacing(place, byte) }
    var list: [Malformation] = []
    func add(_ name: String, _ answer: Answer, _ bytes: [UInt8]) {
      list.append(Malformation(name, answer, bytes))
    }
    add("whole", .taken, whole)
    add("junk after the first marker", .warned, at(2, junk))
    add("junk before quantisation tables", .warned, at(tables, junk))
    add("junk before the frame", .warned, at(frame, junk))
    add("junk before code tables", .warned, at(codes, junk))
    add("junk before the scan", .warned, at(scan, junk))
    add("much junk before the scan", .warned, at(scan, Array(repeating: 7, count: 900)))
    add("fill bytes before a marker", .taken, at(codes, Array(repeating: 0xFF, count: 9)))
    add("a marker of its own", .taken, at(codes, [0xFF, 0x01]))
    add("junk after the pixels", .incomplete, at(whole.count - 2, Array(0..<40)))
    add("junk after the end", .taken, whole + junk)
    add("no end marker", .warned, Array(whole.dropLast(2)))
    add("half of the end marker", .warned, Array(whole.dropLast(1)))
    add("junk instead of the end", .warned, Array(whole.dropLast(2)) + text)
    add("cut in the pixels", .incomplete, Array(whole.prefix((scan + whole.count) / 2)))
    add("a marker in the pixels", .incomplete, at((scan + whole.count) / 2, [0xFF, 0xD0]))
    add("cut in the header", .damaged, Array(whole.prefix(frame + 4)))
    add("only its first marker", .damaged, [0xFF, 0xD8, 0xFF])
    add("a length of 1", .damaged, with(tables + 3, 1).replacing(tables + 2, 0))
    add("twelve bits", .unsupported, with(frame + 4, 12))
    add("lossless", .unsupported, with(frame + 1, 0xC3))
    add("no width", .damaged, with(frame + 7, 0).replacing(frame + 8, 0))
    add("two frames", .damaged, at(scan, Array(whole[frame..<codes])))
    return list
  }()

  /// Of a picture with several scans.
  static let scans: [Malformation] = [JPEGBuilder.Scans.separate, .progressive].flatMap {
    kind -> [Malformation] in
    let whole = JPEGBuilder.varied(size, .full, scans: kind).bytes
    let scans = whole.indices.dropLast().filter { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA }
    let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 0x61, 0x62]
    func before(_ scan: Int, _ bytes: [UInt8]) -> [UInt8] {
      whole[..<scans[scan]] + bytes + whole[scans[scan]...]
    }
    var hidden = before(1, comment + junk)
    hidden[scans[1] + comment.count + junk.count] = 0
    var list: [Malformation] = []
    func add(_ name: String, _ answer: Answer, _ bytes: [UInt8]) {
      list.append(Malformation(name, answer, bytes))
    }
    add("\(kind)", .taken, whole)
    add("\(kind): a comment between scans", .taken, before(1, comment))
    add("\(kind): junk behind it", .warned, before(1, comment + junk))
    add("\(kind): much junk behind it", .warned, before(1, comment + Array(0..<200)))
    add("\(kind): junk behind a scan", .incomplete, before(1, Array(0..<40)))
    add("\(kind): a scan that has become junk", .incomplete, hidden)
    add("\(kind): cut", .incomplete, Array(whole[..<scans[2]]))
    return list
  }

  // MARK: PNG

  static let pngs: [Malformation] = {
    let builder = PNGBuilder.plain(size)
    let whole = builder.bytes
    let pixels = whole.firstRange(of: Array("IDAT".utf8))!.lowerBound
    func with(_ chunk: PNGBuilder.Chunk) -> [UInt8] { builder.with(chunk).bytes }
    var list: [Malformation] = []
    func add(_ name: String, _ answer: Answer, _ bytes: [UInt8]) {
      list.append(Malformation(name, answer, bytes))
    }
    add("whole", .taken, whole)
    add("junk after the end", .taken, whole + junk)
    add(
      "a wrong checksum of a time", .warned,
      with(
        PNGBuilder.Chunk(type: "tIME", data: [7, 232, 1, 1, 0, 0, 0], hasRightChecksum: false)))
    add("an unknown chunk", .taken, with(PNGBuilder.Chunk(type: "quIt", data: junk)))
    add("an unknown critical chunk", .damaged, with(PNGBuilder.Chunk(type: "QuIt")))
    add(
      "a chunk of 2 GiB", .damaged,
      with(PNGBuilder.Chunk(type: "tEXt", statedLength: 0x7FFF_FFFF)))
    add("a wrong checksum of the header", .damaged, whole.replacing(29, whole[29] ^ 1))
    add("wrong pixels", .damaged, whole.replacing(pixels + 20, whole[pixels + 20] ^ 1))
    add("cut in the pixels", .damaged, Array(whole.prefix(pixels + 40)))
    add("no end", .incomplete, Array(whole.dropLast(12)))
    add("half of its signature", .notAPicture, Array(whole.prefix(4)))
    return list
  }()

  // MARK: HEIC and AVIF

  static let heifs: [Malformation] = ["hvc1", "av01"].flatMap { type -> [Malformation] in
    var builder = HEIFBuilder(items: [HEIFBuilder.hevc(8, 8), HEIFBuilder.hevc(8, 8)])
    if type == "av01" {
      let setup = HEIFBuilder.box("av1C", [0x81, 0, 0x0C, 0])
      let item = HEIFBuilder.Item(type: type, properties: [HEIFBuilder.size(8, 8), setup])
      builder.brands = ["avif", "mif1"]
      builder.items = [item, item]
    }
    let whole = builder.bytes
    func second(_ box: String, skipping count: Int) -> [UInt8] {
      let places = whole.indices.filter { whole[$0...].starts(with: Array(box.utf8)) }
      return whole.replacing(places.last! + count, 0).replacing(places.last! + count + 1, 1)
    }
    var unknown = builder
    unknown.items[0].properties.append(HEIFBuilder.box("wxyz", []))
    var film = builder
    film.handler = "vide"
    var missing = builder
    missing.primary = 9
    var list: [Malformation] = []
    func add(_ name: String, _ answer: Answer, _ bytes: [UInt8]) {
      list.append(Malformation(name, answer, bytes))
    }
    add("\(type)", .taken, whole)
    add("\(type): two items of one number", .damaged, second("infe", skipping: 8))
    // The version, the sizes of numbers, their count, and the first place of 16 bytes.
    add("\(type): two places of one item", .damaged, second("iloc", skipping: 12 + 16))
    // The version, the count, and the first item with its two properties.
    add(
      "\(type): properties of one item twice", .damaged,
      second("ipma", skipping: 12 + 5))
    add("\(type): an unknown essential property", .unsupported, unknown.bytes)
    add("\(type): no picture", .unsupported, film.bytes)
    add("\(type): a missing picture", .damaged, missing.bytes)
    add("\(type): cut", .damaged, Array(whole.dropLast(6)))
    add("\(type): junk after the end", .taken, whole + HEIFBuilder.box("free", [1]))
    return list
  }

  // MARK: WebP

  static let webps: [Malformation] = {
    let whole = WebPBuilder(chunks: [WebPBuilder.lossy(16, 16)]).bytes
    var list: [Malformation] = []
    func add(_ name: String, _ answer: Answer, _ bytes: [UInt8]) {
      list.append(Malformation(name, answer, bytes))
    }
    add("whole", .taken, whole)
    add("junk after the end", .taken, whole + junk)
    add("no size", .damaged, WebPBuilder(chunks: [WebPBuilder.lossy(0, 16)]).bytes)
    add("cut", .damaged, Array(whole.dropLast(8)))
    add("no picture", .damaged, Array(whole.prefix(12)))
    return list
  }()

  @Test(arguments: jpegs + scans + pngs)
  func `a malformed picture gets its answer`(_ malformation: Malformation) {
    #expect(answer(malformation.bytes, drawn: true) == malformation.answer)
  }

  @Test(arguments: heifs + webps)
  func `a malformed structure gets its answer`(_ malformation: Malformation) {
    #expect(answer(malformation.bytes, drawn: false) == malformation.answer)
  }
}

extension [UInt8] {
  fileprivate func replacing(_ place: Int, _ byte: UInt8) -> [UInt8] {
    var bytes = self
    bytes[place] = byte
    return bytes
  }
}
