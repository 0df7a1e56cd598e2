internal import Files
internal import Glibc
package import SystemPackage

/// The one order of names, as file managers have it: img2 comes before img10, and a.jpg before
/// B.jpg, in every locale.
///
/// Numbers are compared by their values, all else by the code points of the text that `TextFolding`
/// makes of a name. What that leaves out, and zeros in front of numbers, decide only between names
/// that are otherwise the same, by their bytes.
enum NaturalOrder {
  /// Below zero if the first of two names comes first; zero only if they are the same.
  ///
  /// - Parameters: each name's bytes, and what `TextFolding` makes of them. All end with a NUL.
  static func compare(
    _ first: UnsafePointer<UInt8>, folded firstFolded: UnsafePointer<UInt8>,
    _ second: UnsafePointer<UInt8>, folded secondFolded: UnsafePointer<UInt8>
  ) -> Int32 {
    let order = unsafe compare(firstFolded, secondFolded)
    return order != 0 ? order : unsafe compareBytes(first, second)
  }

  private static func compareBytes(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>
  ) -> Int32 {
    var place = 0
    while unsafe first[place] != 0, unsafe first[place] == second[place] { place += 1 }
    return unsafe Int32(first[place]) - Int32(second[place])
  }

  /// Compares folded names, without regard to zeros in front of numbers.
  private static func compare(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>
  ) -> Int32 {
    var place = 0
    var otherPlace = 0
    while true {
      let byte = unsafe first[place]
      let other = unsafe second[otherPlace]
      if isDigit(byte), isDigit(other) {
        let number = unsafe self.number(in: first, from: place)
        let otherNumber = unsafe self.number(in: second, from: otherPlace)
        if number.count != otherNumber.count { return number.count < otherNumber.count ? -1 : 1 }
        let order = unsafe memcmp(
          first + number.lowerBound, second + otherNumber.lowerBound, number.count)
        if order != 0 { return order }
        place = number.upperBound
        otherPlace = otherNumber.upperBound
        continue
      }
      if byte != other { return Int32(byte) - Int32(other) }
      if byte == 0 { return 0 }
      place += 1
      otherPlace += 1
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Where the digits of a number are that begins here, without the zeros in front.
  private static func number(in text: UnsafePointer<UInt8>, from place: Int) -> Range<Int> {
    var start = place
    while unsafe text[start] == 0x30 { start += 1 }
    var end = start
    while unsafe isDigit(text[end]) { end += 1 }
    return start..<end
  }
}

/// A name in a form that is compared quickly, in natural order.
package struct NameKey: Comparable, Sendable {
  /// Both end with a NUL.
  private let bytes: [UInt8]
  private let folded: [UInt8]

  /// - Parameter name: contains no NUL.
  package init(_ name: some Collection<UInt8>) {
    bytes = name + [0]
    folded = TextFolding.folded(bytes)
  }

  package static func == (first: NameKey, second: NameKey) -> Bool { first.bytes == second.bytes }

  package static func < (first: NameKey, second: NameKey) -> Bool {
    unsafe first.bytes.withUnsafeBufferPointer { one in
      unsafe first.folded.withUnsafeBufferPointer { oneFolded in
        unsafe second.bytes.withUnsafeBufferPointer { other in
          unsafe second.folded.withUnsafeBufferPointer { otherFolded in
            unsafe NaturalOrder.compare(
              one.baseAddress!, folded: oneFolded.baseAddress!,
              other.baseAddress!, folded: otherFolded.baseAddress!) < 0
          }
        }
      }
    }
  }
}

/// A path in such a form: folders come in the order of their names, each with all that is in it.
package struct PathKey: Comparable, Sendable {
  private let names: [NameKey]

  package init(_ path: some Collection<UInt8>) {
    names = path.split(separator: UInt8(ascii: "/")).map { NameKey($0) }
  }

  package static func < (first: PathKey, second: PathKey) -> Bool {
    first.names.lexicographicallyPrecedes(second.names)
  }
}

extension Sequence {
  /// The elements in the natural order of their paths.
  ///
  /// - Cost: each path is folded once; some 0.2 s for 100,000.
  package func sortedNaturally(by path: (Element) -> FilePath) -> [Element] {
    map { (element: $0, key: PathKey(path($0).bytes)) }
      .sorted { $0.key < $1.key }.map(\.element)
  }
}
