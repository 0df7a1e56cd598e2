internal import Files
internal import Glibc
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import SafeText
package import SystemPackage

/// Turns a manifest's lines into jobs. Every key is an option of `collage make`, or one of `id`,
/// `photos`, `output` …
package struct ManifestParser: Sendable {
  /// The folder that relative paths start from.
  package let root: FilePath

  package init(root: FilePath) { self.root = root }

  package static let keys =
    ["id", "photos", "output", "album", "tree", "frames", "look", "config"] + pageKeys
    + Setting<CollageOptions>.all.map(\.name)

  /// Every key that says how photos become pages; the first one says that they do.
  static let pageKeys = [
    "pages", "per-page", "by", "columns", "cover", "page-numbers", "headings",
  ]

  /// Every key of a photo's object.
  package static let photoKeys = ["path"] + Setting<PhotoOptions>.all.map(\.name)

  /// - Parameters:
  ///   - line: without its end.
  ///   - number: from 1.
  package func entry(_ line: [UInt8], number: Int) -> BatchEntry {
    let document: JSONDocument
    do {
      document = try JSONDocument(line)
    } catch {
      return Self.fault(
        "\(error); write one object per line, such as {\"photos\": [\"a.jpg\", \"b.jpg\"]}", number)
    }
    guard let object = document.value.object else {
      return Self.fault(
        "this is \(document.value.kind), not an object; write {\"photos\": […]}", number)
    }
    var fields = Fields(object: object, root: root)
    if let path = document.repeatedKey { fields.addRepeated(path) }
    let name = fields.name() ?? "\(number)"
    let job = fields.job()
    let fault = ManifestFault(line: number, details: fields.faults)
    return BatchEntry(
      name: name, line: number,
      job: fields.faults.isEmpty ? .success(job) : .failure(.manifest(fault)),
      photos: job.photos, neededFiles: job.overrides.neededFiles)
  }

  /// The entry for a line that can't be read at all.
  static func fault(_ reason: String, _ number: Int) -> BatchEntry {
    BatchEntry(
      name: "\(number)", line: number, job: .failure(.manifest(ManifestFault(line: number, reason)))
    )
  }
}

/// A line's keys and values, and the errors found in them.
private struct Fields {
  let object: [String: JSONValue]
  let root: FilePath
  var faults: [ManifestFault.Detail] = []

  init(object: [String: JSONValue], root: FilePath) {
    self.object = object
    self.root = root
    for key in object.keys.sorted() where !ManifestParser.keys.contains(key) {
      addError(key, Self.unknown(key, among: ManifestParser.keys))
    }
  }

  /// What is said of a key that isn't there: the one that was probably meant, else all.
  private static func unknown(_ key: String, among keys: [String]) -> String {
    let advice =
      SpellingSuggestion.nearest(to: key, in: keys).map { "did you mean \"\($0)\"?" }
      ?? "the keys are \(keys.joined(separator: ", "))"
    return "there is no such key; \(advice)"
  }

  mutating func job() -> BatchJob {
    let photos = photos()
    var job = BatchJob(photos: photos.map(\.address))
    if photos.contains(where: { $0.options != PhotoOptions() }) {
      job.photoOptions = photos.map(\.options)
    }
    let root = root
    if let text = object["output"]?.text, text.utf8.count >= PATH_MAX {
      // Taking such a path apart would take long.
      addError("output", "is longer than any path can be; choose a shorter one")
    } else {
      job.output = value("output", "must be a non-empty file path") {
        $0.text.flatMap { $0.hasSuffix("/") ? nil : Self.path($0, from: root) }
      }
    }
    job.album = value("album", "must be a folder's name, not hidden and not a collage's") {
      $0.text.flatMap { try? AlbumName(Array($0.utf8)) }
    }
    if job.album != nil, job.output != nil {
      addError("album", "can't be used with an output; leave one of them out")
    }
    job.usesDefaults = value("config", "must be true or false") { $0.bool } ?? true
    job.tree = tree()
    job.frames = value("frames", "must be a list of rectangles with x, y, width and height") {
      value in
      let frames = value.list?.map { $0.object.flatMap(PixelRect.init) }
      return frames.flatMap { $0.contains(nil) ? nil : $0.compactMap(\.self) }
    }
    job.pages = pages()
    for key in ["tree", "frames"] where job.pages != nil && object[key] != nil {
      addError(key, "is for one collage, not for pages; leave one of them out")
    }
    if job.pages != nil, job.album != nil {
      addError("album", "is for collages in the library, not for pages; leave one of them out")
    }
    let meant = object["look"]?.text.map { Look.question(about: $0) } ?? ""
    job.look = value("look", Look.requirement + meant) { $0.text.flatMap { Look.named($0) } }
    for setting in Setting<CollageOptions>.all {
      let fault = object[setting.name]?.text.map { setting.fault(of: $0) }
      job.overrides[setting] = value(setting.name, fault ?? setting.form.requirement) {
        setting.value(setting.form.namesPicture ? $0.naming(pictureFrom: root) : $0)
      }
    }
    do throws(ContradictingFormat) {
      try Encoding.checkAgreement(of: job.output, job.overrides.format)
    } catch {
      addError(
        "format",
        "the output's name is that of a \(error.named.rawValue); change one of them, or leave the "
          + "format out"
      )
    }
    if job.overrides.hasSuperfluousLongSide {
      addError("long-side", "works only with the canvas \"auto\" or a ratio; leave one of them out")
    }
    return job
  }

  /// The given layout; nil if there is none, or it isn't valid.
  private mutating func tree() -> SlicingTree? {
    guard let value = object["tree"] else { return nil }
    do throws(LayoutFileError) {
      return try SlicingTree(value, at: "")
    } catch {
      addError("tree", error.description)
      return nil
    }
  }

  /// How the photos become pages; nil if they become one collage.
  private mutating func pages() -> PageOptions? {
    let isWanted = value("pages", "must be true or false") { $0.bool } ?? false
    var options = PageOptions()
    options.perPage = value("per-page", "must be a whole number from 1 on") {
      $0.wholeNumber.flatMap { Int(count: $0) }
    }
    options.order = value("by", "must be name, date or event") {
      $0.text.flatMap(PageOrder.init(rawValue:))
    }
    options.columns = value("columns", "must be a whole number from 1 to \(PageOptions.maxColumns)")
    {
      $0.wholeNumber.flatMap { (1...PageOptions.maxColumns).contains($0) ? $0 : nil }
    }
    options.hasCover = value("cover", "must be true or false") { $0.bool }
    options.hasPageNumbers = value("page-numbers", "must be true or false") { $0.bool }
    options.headings = value("headings", "must be day or folder") {
      $0.text.flatMap(PageHeadings.init(rawValue:))
    }
    if isWanted { return options }
    for key in ManifestParser.pageKeys.dropFirst() where object[key] != nil {
      addError(key, "works only with \"pages\": true; add that, or leave it out")
    }
    return nil
  }

  /// The job's name; nil if there is none, or it isn't valid.
  mutating func name() -> String? {
    value("id", "must be non-empty text") { value in
      value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  private mutating func photos() -> [(address: PhotoAddress, options: PhotoOptions)] {
    guard let value = object["photos"] else {
      addError("photos", "is missing; give a list of paths")
      return []
    }
    guard let list = value.list else {
      addError("photos", "must be a list of paths, not \(value.kind)")
      return []
    }
    return list.enumerated().compactMap { index, item in
      let given = item.object?["path"] ?? item
      guard let text = given.text, let path = Self.path(text, from: root) else {
        let found = given.text.map { $0.isEmpty ? "empty" : "text with a NUL byte" } ?? given.kind
        addError("photos", "photo \(index + 1) must be a path or URL, not \(found)")
        return nil
      }
      return (
        PhotoAddress(Array(text.utf8), path: path),
        item.object.map { options(of: index + 1, $0) } ?? PhotoOptions()
      )
    }
  }

  /// The options of a photo that is given as an object.
  private mutating func options(of number: Int, _ object: [String: JSONValue]) -> PhotoOptions {
    var options = PhotoOptions()
    for (key, json) in object.sorted(by: { $0.key < $1.key }) where key != "path" {
      let shownKey = "photo \(number): \"\(key.utf8.abridged)\""
      guard let setting = Setting<PhotoOptions>.all.first(where: { $0.name == key }) else {
        addError("photos", "\(shownKey): \(Self.unknown(key, among: ManifestParser.photoKeys))")
        continue
      }
      guard let value = setting.value(json) else {
        let fault = json.text.map { setting.fault(of: $0) } ?? setting.form.requirement
        addError("photos", "\(shownKey) \(fault)")
        continue
      }
      value.apply(&options)
    }
    return options
  }

  private static func path(_ text: String, from root: FilePath) -> FilePath? {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    return root.pushing(FilePath(text)).withoutDots
  }

  private mutating func value<Value>(
    _ key: String, _ requirement: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let value = object[key] else { return nil }
    if let result = read(value) { return result }
    let verdict = value.isTooLargeNumber ? "is too large a number" : "is not valid"
    addError(
      key,
      value.shown.map { "\($0) \(verdict); it \(requirement)" }
        ?? "\(requirement), not \(value.kind)")
    return nil
  }

  /// - Parameter path: the path to a key that occurs twice in its object.
  mutating func addRepeated(_ path: [JSONPathComponent]) {
    let advice = "appears twice; give it once"
    if path.count == 3,
      case (.key("photos"), .index(let index), .key(let key)) = (path[0], path[1], path[2])
    {
      addError("photos", "photo \(index + 1): \"\(key.utf8.abridged)\" \(advice)")
    } else {
      addError(path.displayed, advice)
    }
  }

  mutating func addError(_ key: String, _ reason: String) {
    faults.append(ManifestFault.Detail(key: key, reason: reason))
  }
}

extension PixelRect {
  /// Nil if a number is missing, negative or no whole one.
  fileprivate init?(_ members: [String: JSONValue]) {
    let numbers = ["x", "y", "width", "height"].compactMap { members[$0]?.wholeNumber }
    guard numbers.count == 4, numbers.allSatisfy({ (0...1_000_000).contains($0) }) else {
      return nil
    }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
