/// The program's versions.
package enum Version {
  /// What `--version`, manual pages and packages name.
  package static let current = "1.2.0"
  /// The day of its release, as in the change log.
  package static let date = "2026-11-29"
  /// The picture version: the first version whose collages are those of this one. With the same
  /// photos and options they have the same frames, pixels and bytes, and so the same id; recipes
  /// name it. It changes with the default picture, and with what a recipe says of it.
  package static let picture = "1.2"

  /// Whether a version, such as "1.4" or "1.4.2", came after this program's. What is none didn't.
  package static func isNewer(_ version: String) -> Bool {
    guard let other = numbers(version), let own = numbers(current) else { return false }
    return own.lexicographicallyPrecedes(other)
  }

  /// Three numbers; nil for what is no version.
  private static func numbers(_ version: String) -> [Int]? {
    let parts = version.utf8.prefix(40).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt32(String(decoding: $0, as: UTF8.self)).map(Int.init) }
    guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
    return numbers + Array(repeating: 0, count: 3 - numbers.count)
  }
}
