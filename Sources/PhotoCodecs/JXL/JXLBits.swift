/// Reads the numbers of a JPEG XL codestream (ISO/IEC 18181-1), the lowest bit first. Beyond the
/// end everything is 0, and `isValid` becomes false.
struct JXLBits {
  /// One of the four ways to write a number: so many bits, and what is added to them.
  struct Form {
    let bits: Int
    let offset: Int

    static func value(_ value: Int) -> Form { Form(bits: 0, offset: value) }

    static func bits(_ bits: Int, plus offset: Int = 0) -> Form {
      Form(bits: bits, offset: offset)
    }
  }

  private let bytes: [UInt8]
  private var position = 0
  private(set) var isValid = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number of up to 32 bits.
  mutating func bits(_ count: Int) -> Int {
    var number = 0
    for bit in 0..<count {
      guard position >> 3 < bytes.count else {
        isValid = false
        return 0
      }
      number |= Int(bytes[position >> 3] >> UInt8(position & 7) & 1) << bit
      position += 1
    }
    return number
  }

  mutating func flag() -> Bool { bits(1) == 1 }

  /// A number in one of four forms, "U32".
  mutating func number(_ a: Form, _ b: Form, _ c: Form, _ d: Form) -> Int {
    let form = [a, b, c, d][bits(2)]
    return bits(form.bits) + form.offset
  }

  /// The number of an enumeration's case.
  mutating func enumeration() -> Int {
    number(.value(0), .value(1), .bits(4, plus: 2), .bits(6, plus: 18))
  }

  /// A floating-point number of 16 bits.
  mutating func half() -> Float { Float(Float16(bitPattern: UInt16(bits(16)))) }

  mutating func skip(_ count: Int) {
    position += count
    if position > 8 * bytes.count { isValid = false }
  }
}
