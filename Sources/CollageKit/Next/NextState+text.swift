internal import PhotoCodecs

/// Why a state can't be used.
package enum NextStateFault: Error, Hashable, Sendable {
  case otherVersion
  case damaged
  /// Its file has another beginning, so it may be somebody's document.
  case foreign
}

// A state as text: a line for its version, one for its numbers, one for each picture and photo, and
// at the end the digest of all that is before, so that a file that was cut or changed is noticed.
extension NextState {
  private static let title = "collage next"
  private static let version = 1

  package var text: [UInt8] {
    var head = "\(Self.title) \(Self.version)\n"
    let numbers = [progress.step, progress.cycle, progress.mixed, lastMoment, back]
    for picture in shown {
      head += "shown " + picture.digests.map(\.hexadecimal).joined(separator: " ") + "\n"
    }
    // Behind the pictures: to add one sets `back` to zero.
    head += "state " + numbers.map(String.init).joined(separator: " ") + "\n"
    var text = Array(head.utf8)
    for record in records { record.add(to: &text) }
    return text + Array("end \(Self.digest(of: text[...]).hexadecimal)\n".utf8)
  }

  package init(_ text: [UInt8]) throws(NextStateFault) {
    self.init()
    let title = Array("\(Self.title) ".utf8)
    guard text.starts(with: title) else {
      throw title.starts(with: text) ? .damaged : .foreign
    }
    guard text.starts(with: "\(Self.title) \(Self.version)\n".utf8) else { throw .otherVersion }
    let endLength = "end \n".utf8.count + 64
    let body = text.dropLast(endLength)
    guard text.suffix(endLength).elementsEqual("end \(Self.digest(of: body).hexadecimal)\n".utf8)
    else { throw .damaged }
    var lines = Parts(of: body, between: UInt8(ascii: "\n"))
    _ = lines.next()
    while let line = lines.next() {
      var words = Parts(of: line, between: UInt8(ascii: " "))
      guard let name = words.next() else { throw .damaged }
      try add(name, &words)
    }
  }

  private static let photo = Array("photo".utf8)[...]

  private mutating func add(
    _ name: ArraySlice<UInt8>, _ words: inout Parts
  ) throws(NextStateFault) {
    // Nearly all lines are of photos.
    if name == Self.photo {
      guard let record = NextRecord(&words) else { throw .damaged }
      records.append(record)
      return
    }
    let words = Array(words)
    switch String(decoding: name, as: UTF8.self) {
    case "shown":
      let digests = words.compactMap(Digest.init(hexadecimal:))
      guard digests.count == words.count else { throw .damaged }
      add(Shown(digests))
    case "state":
      let numbers = words.compactMap { Int(decimal: $0) }
      guard numbers.count == 5 else { throw .damaged }
      (progress.step, progress.cycle) = (numbers[0], numbers[1])
      (progress.mixed, lastMoment) = (numbers[2], numbers[3])
      back = numbers[4]
    default: throw .damaged
    }
  }

  private static func digest(of bytes: ArraySlice<UInt8>) -> Digest {
    var hash = SHA256()
    hash.update(Array(bytes))
    return Digest(hash)
  }
}

extension NextRecord {
  fileprivate func add(to text: inout [UInt8]) {
    text += "photo".utf8
    let numbers = [
      Int(truncatingIfNeeded: file.inode), file.size, file.modified.seconds,
      file.modified.nanoseconds, found, cycle, step, moment, rank, isDamaged ? 1 : 0,
    ]
    for number in numbers {
      text.append(UInt8(ascii: " "))
      text += String(number).utf8
    }
    text.append(UInt8(ascii: " "))
    text += (digest?.hexadecimal ?? "-").utf8
    text.append(UInt8(ascii: "\n"))
  }

  fileprivate init?(_ words: inout Parts) {
    func number() -> Int? { words.next().flatMap { Int(decimal: $0) } }
    guard let inode = number(), let size = number(), let seconds = number(),
      let nanoseconds = number(), let found = number(), let cycle = number(), let step = number(),
      let moment = number(), let rank = number(), let damage = number(), let name = words.next(),
      words.next() == nil
    else { return nil }
    let file = NextFile(
      inode: UInt64(bitPattern: Int64(inode)), size: size,
      modified: FileTime(seconds: seconds, nanoseconds))
    let isKnown = !name.elementsEqual("-".utf8)
    let digest = isKnown ? Digest(hexadecimal: name) : nil
    guard !isKnown || digest != nil else { return nil }
    self.init(file, found: found, digest: digest)
    (self.cycle, self.step) = (cycle, step)
    (self.moment, self.rank, isDamaged) = (moment, rank, damage == 1)
  }
}

/// The parts of a text that are not empty, one after the other.
private struct Parts: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>
  private let separator: UInt8

  init(of text: ArraySlice<UInt8>, between separator: UInt8) {
    rest = text
    self.separator = separator
  }

  mutating func next() -> ArraySlice<UInt8>? {
    guard let start = rest.firstIndex(where: { $0 != separator }) else { return nil }
    let end = rest[start...].firstIndex(of: separator) ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[start..<end]
  }
}

extension Int {
  /// A whole number as `String` writes it; nil for anything else.
  fileprivate init?(decimal digits: ArraySlice<UInt8>) {
    let isNegative = digits.first == UInt8(ascii: "-")
    let digits = isNegative ? digits.dropFirst() : digits
    guard !digits.isEmpty else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let next = Int(digit) - Int(UInt8(ascii: "0"))
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.subtractingReportingOverflow(next)
      if isTooLarge || overflows { return nil }
      value = sum
    }
    // Negative so far, because the least number has no opposite.
    guard !isNegative else {
      self = value
      return
    }
    guard value != .min else { return nil }
    self = -value
  }
}
