import FoundationEssentials
import SafeText

/// What is read can be written, and reads as the same value.
func checkJSON(_ bytes: [UInt8]) throws {
  let document: JSONDocument
  do throws(JSONError) {
    document = try JSONDocument(bytes)
  } catch {
    switch error {
    case .invalid(_, let byte), .tooDeep(let byte):
      return try expect(
        (1...bytes.count + 1).contains(byte), "the fault is at a byte of the text: \(error)")
    }
  }
  guard let value = document.value.comparable else { return }
  let printed = try JSONEncoder().encode(document.value)
  try expect(JSONDocument(Array(printed)).value.comparable == value, "it comes back from its text")
}

extension JSONValue {
  /// The same value with all numbers as they are written first; nil if one is too large to be
  /// written.
  fileprivate var comparable: JSONValue? {
    switch self {
    case .number(let number): return number.isTooLarge ? nil : .text("\(number.value + 0)")
    case .list(let list):
      let elements = list.compactMap(\.comparable)
      return elements.count == list.count ? .list(elements) : nil
    case .object(let object):
      let members = object.compactMapValues(\.comparable)
      return members.count == object.count ? .object(members) : nil
    case .null, .bool, .text: return self
    }
  }
}
