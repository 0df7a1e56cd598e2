internal import PhotoCodecs
package import SystemPackage

/// Turns a manifest's lines into jobs. Every key is the name of an option of `collage make`, or `id` or `photos`.
package struct ManifestParser: Sendable {
  /// Relative paths begin here.
  package let root: FilePath

  package init(root: FilePath) { self.root = root }

  package static let keys = [
    "id", "photos", "output", "layout", "order", "pick", "canvas", "long-side", "background", "gap", "margin",
    "corner-radius", "border", "shadow", "format", "quality", "compression", "max", "any-count",
    "allow-damaged", "colour-space", "exact", "max-pixels", "max-scans",
  ]

  /// - Parameters:
  ///   - line: without its end.
  ///   - number: from 1.
  package func entry(_ line: [UInt8], number: Int) -> BatchEntry {
    let document: JSONDocument
    do {
      document = try JSONDocument(line)
    } catch {
      return Self.fault(
        "\(error); write one object a line, such as {\"photos\": [\"a.jpg\", \"b.jpg\"]}", number)
    }
    guard let object = document.value.object else {
      return Self.fault("this is \(document.value.kind), not an object; write {\"photos\": […]}", number)
    }
    var fields = Fields(object: object, root: root)
    if let path = document.repeatedKey { fields.addRepeated(path) }
    let name = fields.name() ?? "\(number)"
    let job = fields.job()
    guard fields.faults.isEmpty else {
      return BatchEntry(
        name: name, line: number, job: .failure(.manifest(ManifestFault(line: number, details: fields.faults))))
    }
    guard fields.urls.isEmpty else {
      return BatchEntry(name: name, line: number, job: .failure(.collage(.photos(fields.urls))))
    }
    return BatchEntry(name: name, line: number, job: .success(job))
  }

  /// An entry for a line that can't be read at all.
  static func fault(_ reason: String, _ number: Int) -> BatchEntry {
    BatchEntry(name: "\(number)", line: number, job: .failure(.manifest(ManifestFault(line: number, reason))))
  }
}

/// A line's keys and values, and what is found wrong with them.
private struct Fields {
  let object: [String: JSONValue]
  let root: FilePath
  var faults: [ManifestFault.Detail] = []
  /// Photos that are named by a URL.
  var urls: [PhotoError] = []

  init(object: [String: JSONValue], root: FilePath) {
    self.object = object
    self.root = root
    for key in object.keys.sorted() where !ManifestParser.keys.contains(key) {
      blame(key, "there is no such key; there are \(ManifestParser.keys.joined(separator: ", "))")
    }
  }

  mutating func job() -> BatchJob {
    let photos = photos()
    var job = BatchJob(photos: photos.map(\.path))
    if photos.contains(where: { $0.wish != PhotoWish() }) { job.wishes = photos.map(\.wish) }
    let root = root
    job.output = take("output", "must be a file's path, as text that isn't empty") {
      $0.text.flatMap { $0.hasSuffix("/") ? nil : Self.path($0, from: root) }
    }
    job.layout = take("layout", "must be one of \(LayoutStyle.allCases.map(\.rawValue).joined(separator: ", "))") {
      $0.text.flatMap(LayoutStyle.init(rawValue:))
    }
    job.order = take("order", "must be \"kept\" or \"free\"") { $0.text.flatMap(PhotoOrder.init(rawValue:)) }
    job.pick = take("pick", "must be a whole number above 0", Self.count)
    job.canvas = take("canvas", "must be \"auto\", a size in pixels such as \"2400x1600\", or on paper such as \"A4\"")
    {
      $0.text.flatMap { CanvasSize($0) }
    }
    job.longSide = take("long-side", "must be a whole number from 1 to 1000000") { value in
      Self.count(value).flatMap { $0 <= 1_000_000 ? $0 : nil }
    }
    if job.longSide != nil, job.canvas?.isGiven == true {
      blame("long-side", "goes with the canvas \"auto\"; leave one of them out")
    }
    job.background = take("background", "must be a colour: a name, \"#rgb\", \"#rrggbb\" or with alpha, or \"blur\"") {
      $0.text.flatMap { Background($0) }
    }
    job.gap = length("gap")
    job.margin = length("margin")
    job.cornerRadius = length("corner-radius")
    job.border = outline("border", Outline.borderColour)
    job.shadow = outline("shadow", Outline.shadowColour)
    job.format = take("format", "must be \"jpeg\" or \"png\"") { $0.text.flatMap { PhotoFormat($0) } }
    job.quality = take("quality", "must be a whole number from 1 to 100") { $0.wholeNumber.flatMap { Quality($0) } }
    job.compression = take("compression", "must be a whole number from 1 to 9") {
      $0.wholeNumber.flatMap { Compression($0) }
    }
    job.most = take("max", "must be a whole number above 0", Self.count)
    job.allowsAnyCount = take("any-count", "must be true or false", \.bool)
    job.allowsDamage = take("allow-damaged", "must be true or false", \.bool)
    job.colourSpace = take(
      "colour-space", "must be one of \(ColourSpace.allCases.map(\.rawValue).joined(separator: ", "))"
    ) { $0.text.flatMap(ColourSpace.init(rawValue:)) }
    job.isExact = take("exact", "must be true or false", \.bool)
    job.maxScans = take("max-scans", "must be a whole number above 0", Self.count)
    job.maxPixels = take("max-pixels", "must be a whole number above 0", Self.count)
    return job
  }

  /// Nil when there is none that can be used.
  mutating func name() -> String? {
    take("id", "must be text that isn't empty") { value in
      value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  private mutating func photos() -> [(path: FilePath, wish: PhotoWish)] {
    guard let value = object["photos"] else {
      blame("photos", "is missing; give a list of paths")
      return []
    }
    guard let list = value.list else {
      blame("photos", "must be a list of paths, not \(value.kind)")
      return []
    }
    return list.enumerated().compactMap { index, item in
      let given = item.object?["path"] ?? item
      guard let path = given.text.flatMap({ Self.path($0, from: root) }) else {
        let found = given.text.map { $0.isEmpty ? "empty" : "text with a zero byte" } ?? given.kind
        blame("photos", "photo \(index + 1) must be a path, not \(found)")
        return nil
      }
      if let error = given.text.flatMap({ PhotoURL.error(for: Array($0.utf8), at: path) }) { urls.append(error) }
      return item.object.map { (path, wish(of: index + 1, $0)) } ?? (path, PhotoWish())
    }
  }

  /// What an object says of a photo beside its path.
  private mutating func wish(of number: Int, _ object: [String: JSONValue]) -> PhotoWish {
    var wish = PhotoWish()
    for (key, value) in object.sorted(by: { $0.key < $1.key }) where key != "path" {
      switch (key, value) {
      case ("focus", .list(let parts)) where parts.count == 2:
        if let x = parts[0].number, let y = parts[1].number, let focus = FocusPoint(x: x, y: y) {
          wish.focus = focus
          continue
        }
      case ("weight", .number(let weight)) where PhotoWish.weights.contains(weight.value):
        wish.weight = weight.value
        continue
      case ("keep-whole", .bool(let staysWhole)):
        wish.staysWhole = staysWhole
        continue
      default: break
      }
      blame(
        "photos",
        "photo \(number): \"\(Array(key.utf8).displayed)\" won't do; there are path, focus ([x, y] from 0 to 1), weight "
          + "(0.01 to 100) and keep-whole (true or false)")
    }
    return wish
  }

  private mutating func length(_ key: String) -> Length? {
    take(key, "must be a length: pixels such as 12, or a part of the short side such as \"2%\"") { value in
      value.text.flatMap { Length($0) } ?? value.number.flatMap { Length("\($0)") }
    }
  }

  private mutating func outline(_ key: String, _ colour: Colour) -> Outline? {
    take(key, "must be a length, then maybe a comma and a colour, such as \"1%,white\"") { value in
      value.text.flatMap { Outline($0, colour: colour) }
        ?? value.number.flatMap { Outline("\($0)", colour: colour) }
    }
  }

  private static func path(_ text: String, from root: FilePath) -> FilePath? {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    return root.pushing(FilePath(text))
  }

  private static func count(_ value: JSONValue) -> Int? { value.wholeNumber.flatMap { $0 > 0 ? $0 : nil } }

  private mutating func take<Value>(_ key: String, _ demand: String, _ read: (JSONValue) -> Value?) -> Value? {
    guard let value = object[key] else { return nil }
    if let result = read(value) { return result }
    let verdict = value.isTooLargeNumber ? "is too large a number" : "won't do"
    blame(key, value.shown.map { "\($0) \(verdict): it \(demand)" } ?? "\(demand), not \(value.kind)")
    return nil
  }

  /// - Parameter path: to a key that comes twice in its object.
  mutating func addRepeated(_ path: [JSONPathComponent]) {
    let advice = "comes twice; give it once"
    if path.count == 3, case (.key("photos"), .index(let index), .key(let key)) = (path[0], path[1], path[2]) {
      blame("photos", "photo \(index + 1): \"\(Array(key.utf8).displayed)\" \(advice)")
    } else {
      blame(path.displayed, advice)
    }
  }

  mutating func blame(_ key: String, _ reason: String) {
    faults.append(ManifestFault.Detail(key: key, reason: reason))
  }
}
