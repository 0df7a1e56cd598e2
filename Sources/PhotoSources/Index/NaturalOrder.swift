internal import Glibc

/// The order of names in which people count: img2 comes before img10, and img09 before img010.
package enum NaturalOrder {
  /// Below zero if the first of two texts comes first; zero only if they are the same.
  ///
  /// Numbers in them are compared by their values, all else byte by byte. Zeros in front of a
  /// number decide only between texts that are otherwise the same.
  package static func compare(
    _ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>
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
      if byte != other { return Int32(UInt8(bitPattern: byte)) - Int32(UInt8(bitPattern: other)) }
      if byte == 0 { return unsafe strcmp(first, second) }
      place += 1
      otherPlace += 1
    }
  }

  private static func isDigit(_ byte: CChar) -> Bool { (0x30...0x39).contains(byte) }

  /// Where the digits of a number are that begins here, without the zeros in front.
  private static func number(in text: UnsafePointer<CChar>, from place: Int) -> Range<Int> {
    var start = place
    while unsafe text[start] == 0x30 { start += 1 }
    var end = start
    while unsafe isDigit(text[end]) { end += 1 }
    return start..<end
  }
}
