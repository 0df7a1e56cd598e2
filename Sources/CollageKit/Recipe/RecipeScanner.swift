internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// Tells whether a recipe's JSON is, byte for byte, what this version would write for the same
/// recipe, so that it can be passed on as it is. Decoding and encoding it again would take twenty
/// times as long, and lists have thousands.
///
/// Anything that isn't plainly so is refused, also where it is: a tree of a layout, an escape in a
/// text.
struct RecipeScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var canvas: PixelSize?
  /// Where the texts of the title and of the photos' names are.
  private var title: Range<Int>?
  private var names: [Range<Int>] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func accepts(_ record: RecipeRecord) -> Bool {
    var scanner = RecipeScanner(Array(record.json.utf8))
    return scanner.acceptsAll()
  }

  /// What a list shows of the recipe; nil where it isn't accepted.
  static func summary(of record: RecipeRecord) -> CollageSummary? {
    var scanner = RecipeScanner(Array(record.json.utf8))
    guard scanner.acceptsAll(), let canvas = scanner.canvas else { return nil }
    func text(_ range: Range<Int>) -> String {
      String(decoding: scanner.bytes[range], as: UTF8.self)
    }
    return CollageSummary(
      title: scanner.title.map(text), photos: scanner.names.map(text), canvas: canvas)
  }

  private mutating func acceptsAll() -> Bool { recipe() && index == bytes.count }

  // MARK: The parts of a recipe, their members in the order of their names

  private mutating func recipe() -> Bool {
    guard take("{"), !has("askedPick") || number() != nil, has("canvas"),
      let canvas = size(), canvas.isAllowed, !has("overlay") || overlay(), has("photos"),
      list({ $0.photo(on: canvas) }), has("settings"), settings(with: "background"),
      !has("template") || picture(), !has("text") || writing(), has("version"), text()
    else { return false }
    self.canvas = canvas
    return take("}")
  }

  private mutating func photo(on canvas: PixelSize) -> Bool {
    guard take("{"), !has("askedFocus") || text(), !has("credit") || credit(),
      has("frame"),
      let frame = rectangle(), frame.isInside(canvas), has("name"), let name = textRange(),
      has("orientation"),
      number() != nil,
      !has("settings") || settings(), has("sha256"), text(), has("size"), let size = size(),
      size.isAllowed
    else { return false }
    names.append(name)
    return take("}")
  }

  private mutating func credit() -> Bool {
    guard take("{"), !has("creator") || text(), !has("licence") || text(),
      !has("licenceURL") || text(),
      !has("sourcePage") || text(), !has("title") || text()
    else { return false }
    return take("}")
  }

  private mutating func overlay() -> Bool {
    guard take("{"), has("picture"), picture(), has("place"), text(), has("width"), text() else {
      return false
    }
    return take("}")
  }

  private mutating func picture() -> Bool {
    guard take("{"), has("name"), text(), has("orientation"), number() != nil, has("sha256"),
      text(), has("size"), size()?.isAllowed == true
    else { return false }
    return take("}")
  }

  private mutating func writing() -> Bool {
    guard take("{"), has("captions"), list({ $0.text() }), has("fonts"), list({ $0.font() }),
      has("library"), text(),
      !has("lines") || list({ $0.number(in: Recipe.Text.lineCounts) }),
      !has("titleLines") || number(in: Recipe.Text.lineCounts)
    else { return false }
    return take("}")
  }

  private mutating func font() -> Bool {
    guard take("{"), has("index"), number(in: Recipe.Text.fontIndexes), has("name"), text(),
      has("sha256"), text()
    else { return false }
    return take("}")
  }

  private mutating func size() -> PixelSize? {
    guard take("{"), has("height"), let height = number(), has("width"), let width = number(),
      take("}")
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  private mutating func rectangle() -> PixelRect? {
    guard take("{"), has("height"), let height = number(), has("width"), let width = number(),
      has("x"),
      let x = number(), has("y"), let y = number(), take("}")
    else { return nil }
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  /// Names of settings in order, each once, and their values.
  ///
  /// - Parameter needed: a name that must be among them, which only the recipe's own settings have;
  ///   nil for none.
  private mutating func settings(with needed: String? = nil) -> Bool {
    guard take("{") else { return false }
    var last: ArraySlice<UInt8> = []
    var lacksNeeded = needed != nil
    while !take("}") {
      guard last.isEmpty || take(",") else { return false }
      let start = index
      guard text(), case let name = bytes[start + 1..<index - 1], !name.isEmpty,
        name.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }),
        last.lexicographicallyPrecedes(name), take(":"), let value = textRange()
      else { return false }
      last = name
      guard let needed else { continue }
      if name.elementsEqual(needed.utf8) { lacksNeeded = false }
      if name.elementsEqual("title".utf8) { title = value }
    }
    return !lacksNeeded
  }

  // MARK: JSON

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Skips these bytes if they are the next ones.
  private mutating func take(_ word: String) -> Bool {
    var end = index
    for byte in word.utf8 {
      guard end < bytes.count, bytes[end] == byte else { return false }
      end += 1
    }
    index = end
    return true
  }

  /// Skips the key of an object's next member if it is this one.
  private mutating func has(_ key: String) -> Bool {
    let start = index
    let isFirst = bytes[index - 1] == UInt8(ascii: "{")
    if isFirst || take(","), take("\""), take(key), take("\":") { return true }
    index = start
    return false
  }

  private mutating func list(_ element: (inout Self) -> Bool) -> Bool {
    guard take("[") else { return false }
    if take("]") { return true }
    repeat {
      guard element(&self) else { return false }
    } while take(",")
    return take("]")
  }

  private mutating func text() -> Bool { textRange() != nil }

  /// Skips a text without escapes; where it is, without its quotation marks.
  private mutating func textRange() -> Range<Int>? {
    guard take("\"") else { return nil }
    let start = index
    while let byte = next, byte >= 0x20, byte != 0x7F, byte != UInt8(ascii: "\\") {
      index += 1
      if byte == UInt8(ascii: "\"") { return start..<index - 1 }
    }
    return nil
  }

  /// A whole number from 0 on, of at most 15 digits.
  private mutating func number() -> Int? {
    let start = index
    var value = 0
    while let byte = next, (0x30...0x39).contains(byte), index < start + 15 {
      value = value * 10 + Int(byte - 0x30)
      index += 1
    }
    let isPlain = index == start + 1 || index > start && bytes[start] != UInt8(ascii: "0")
    return isPlain ? value : nil
  }

  private mutating func number(in range: ClosedRange<Int>) -> Bool {
    number().map(range.contains) ?? false
  }
}
