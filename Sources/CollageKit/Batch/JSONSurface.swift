/// What a JSON decoder passes over, and a reader would not: keys that come twice, of which it takes one, and commas behind
/// the last member.
struct JSONSurface {
  /// The first key that comes twice in the outermost object.
  private(set) var repeatedKey: String?
  private(set) var hasTrailingComma = false

  /// - Parameter bytes: an object that a decoder has taken.
  init(_ bytes: [UInt8]) {
    var depth = 0
    var keys: Set<[UInt8]> = []
    var isKeyNext = false
    var last: UInt8 = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(index, bytes.count)
        index = end + 1
        if depth == 1, isKeyNext { note(Array(bytes[start..<end]), among: &keys) }
        isKeyNext = false
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isKeyNext = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if last == UInt8(ascii: ",") { hasTrailingComma = true }
      case UInt8(ascii: ","):
        isKeyNext = depth == 1
      case 0x20, 0x09, 0x0A, 0x0D:
        continue
      default: break
      }
      last = byte
    }
  }

  private mutating func note(_ key: [UInt8], among keys: inout Set<[UInt8]>) {
    // Escapes may spell one key in two ways.
    let text = key.contains(UInt8(ascii: "\\")) ? JSONValue([0x22] + key + [0x22])?.text : nil
    let key = text.map { Array($0.utf8) } ?? key
    if !keys.insert(key).inserted, repeatedKey == nil { repeatedKey = String(decoding: key, as: UTF8.self) }
  }
}
