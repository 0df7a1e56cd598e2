internal import SafeText

/// How an option names one of the photos, or all of them.
package enum PhotoName: Hashable, Sendable {
  case all
  /// From 1.
  case number(Int)
  /// A file's name or path, or the beginning of its name.
  case text(String)

  /// Stands for all photos.
  private static let wordForAll = "all"

  /// Nil for no text, and for a number that no photo has.
  init?(_ text: String) {
    if let number = Int(text) {
      guard number > 0 else { return nil }
      self = .number(number)
    } else if text.isEmpty {
      return nil
    } else {
      self = text.lowercased() == Self.wordForAll ? .all : .text(text)
    }
  }

  /// Whether a text can name photos: by a number, several of them, or a name.
  package static func isOne(_ text: String) -> Bool {
    let names = text.parts(at: ",")
    return PhotoName(text) != nil
      && (names.contains { Int($0) == nil } || names.allSatisfy { PhotoName($0) != nil })
  }

  /// The numbers, from 1, of the photos that a text names: of those with this path, else with this
  /// file name, else whose file name begins with it, in any case.
  static func numbers(of text: String, in photos: [PhotoAddress]) -> [Int] {
    let wanted = Array(text.utf8)
    func numbers(_ isNamed: (PhotoAddress) -> Bool) -> [Int] {
      photos.indices.filter { isNamed(photos[$0]) }.map { $0 + 1 }
    }
    func folded(_ bytes: [UInt8]) -> [UInt8] {
      Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    }
    let exact = numbers { $0.bytes == wanted || $0.name == wanted }
    if !exact.isEmpty { return exact }
    let beginning = folded(wanted)
    return numbers { folded($0.name ?? []).starts(with: beginning) }
  }

  /// The file name that was probably meant by a text that names no photo; nil if none is like it.
  fileprivate static func name(meantBy text: String, in photos: [PhotoAddress]) -> String? {
    let names = photos.compactMap(\.name).map { String(decoding: $0, as: UTF8.self) }
    if let name = SpellingSuggestion.nearest(to: text, in: names) { return name }
    // Most people leave out the extension.
    let stems = names.map { $0.parts(at: ".")[0] }
    let stem = SpellingSuggestion.nearest(to: text, in: stems)
    return stem.flatMap { stems.firstIndex(of: $0) }.map { names[$0] }
  }
}

extension CollageChanges {
  /// The same changes with the photos' numbers in place of names.
  ///
  /// - Parameter photos: all of them, in order.
  /// - Throws: for a name that isn't that of exactly one photo.
  package func numbered(
    _ photos: [PhotoAddress]
  ) throws(ImpossibleChange) -> CollageChanges {
    let values = try ofPhotos.map { value throws(ImpossibleChange) in
      guard case .text(let name) = value.photo else { return value }
      let numbers = PhotoName.numbers(of: name, in: photos)
      guard numbers.count == 1 else {
        throw .noPhotoNamed(
          name, value, matching: numbers, count: photos.count,
          meant: PhotoName.name(meantBy: name, in: photos))
      }
      return value.of(.number(numbers[0]))
    }
    return CollageChanges(look: look, overrides: overrides, ofPhotos: values, layout: layout)
  }

  /// The same changes without those of photos that are named, for as long as nobody knows the
  /// photos.
  package var withoutNames: CollageChanges {
    let values = ofPhotos.filter { if case .text = $0.photo { false } else { true } }
    return CollageChanges(look: look, overrides: overrides, ofPhotos: values, layout: layout)
  }
}
