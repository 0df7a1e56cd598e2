import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// A setting of paper, or what is drawn beside photos, with what it needs.
struct PaperSetting: Sendable, CustomTestStringConvertible {
  let name: String
  /// As keys of a manifest; nil for a flag.
  let values: [(key: String, value: String?)]

  var testDescription: String { name }

  private init(_ name: String, _ values: (key: String, value: String?)...) {
    self.name = name
    self.values = values
  }

  private static let sheet: (key: String, value: String?) = ("sheet", "50x65mm")

  static let all = [
    PaperSetting("sheet", sheet), PaperSetting("copies", sheet, ("copies", "2")),
    PaperSetting("cut-marks", sheet, ("cut-marks", nil)), PaperSetting("bleed", ("bleed", "2mm")),
    PaperSetting("bleed on a sheet", sheet, ("bleed", "1mm")),
    PaperSetting("safe", ("safe", "3mm"), ("title", "Ob")),
    PaperSetting("header", ("header", "Ob")),
    PaperSetting("footer", ("footer", "Ob")), PaperSetting("overlay", ("overlay", "over.png")),
    PaperSetting("template", ("template", "t.png")), PaperSetting("look", ("look", "polaroid")),
    PaperSetting("lossless", ("lossless", nil)),
    PaperSetting("colour-space", ("colour-space", "display-p3")),
    PaperSetting("hdr", ("hdr", "never")),
  ]

  var options: [String] { values.flatMap { ["--\($0)"] + ($1.map { [$0] } ?? []) } }

  /// The rest of an object of JSON.
  var keys: String {
    values.map { key, value in
      let text = value.map { Int($0) == nil ? "\"\($0)\"" : $0 } ?? "true"
      return ", \"\(key)\": \(text)"
    }
    .joined()
  }
}

/// All ways in which a collage of two photos is made with a setting.
struct PaperTable {
  enum Way: String, CaseIterable {
    case make, remake, prompt, batch, pages
    case pagesInBatch = "batch with pages"
    case books = "--books"

    /// Why it makes no files of a format; nil if it does.
    func refusal(of format: OutputFormat) -> String? {
      switch self {
      case _ where format == .pdf: nil
      case .make, .remake, .prompt, .batch, .pages: nil
      case .pagesInBatch: "pages need a PDF to write"
      case .books: "--books writes PDFs, but --format says \(format.rawValue)"
      }
    }
  }

  /// What became of a way and a format.
  enum Cell {
    case made(FilePath)
    case refused(String)
  }

  static let dotsPerInch = 90
  /// Those that say how large they are on paper.
  static let formats: [OutputFormat] = [.jpeg, .png, .pdf]
  private static let canvas = "20x30mm@\(dotsPerInch)dpi"
  private static let photos = ["in/x/a.jpg", "in/x/b.png"]

  let place: Workplace
  private let setting: PaperSetting
  private var options: [String] {
    ["--canvas", Self.canvas, "--quiet"] + arrangement + setting.options
  }
  /// That of a book differs by default: in its margins, and in which photo leads. A template has
  /// its own.
  private var arrangement: [String] {
    setting.name == "template"
      ? [] : ["--layout", "grid", "--margin", "2%", "--binding", "none"]
  }

  init(_ setting: PaperSetting) throws {
    self.setting = setting
    place = try Workplace(photos: 0)
    try place.folder.makeFolder("in")
    try place.folder.makeFolder("in/x")
    // With HDR, and no two corners alike.
    let base = Self.photo(Colour(red: 225, green: 60, blue: 60))
    let map = Raster(size: PixelSize(width: 20, height: 30)) { x, _ in .grey(x < 9 ? 255 : 0) }
    try place.folder.write(
      UltraHDR.photo(
        Picture.jpeg(base, quality: 95), map: Picture.jpeg(map, quality: 100),
        #"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2.3""#), to: FilePath(Self.photos[0]))
    try place.folder.write(
      Picture.png(Self.photo(Colour(red: 70, green: 110, blue: 235))),
      to: FilePath(Self.photos[1]))
    let overlay = Raster(size: PixelSize(width: 20, height: 20), filledWith: .pureGreen)
    try place.folder.write(Picture.png(overlay), to: "over.png")
    let openings = [
      PixelRect(x: 5, y: 5, width: 60, height: 40), PixelRect(x: 5, y: 55, width: 40, height: 45),
    ]
    // As large as the canvas.
    try place.folder.write(DrawnTemplate(71, 106, openings).png(), to: "t.png")
  }

  private static func photo(_ colour: Colour) -> Raster {
    Raster(size: PixelSize(width: 80, height: 120)) { x, y in
      x < 40 && y < 30 ? .white : colour
    }
  }

  /// The collage without the setting.
  func plain() throws -> FilePath {
    let made = try place.run(
      ["make"] + Self.photos + ["--canvas", Self.canvas, "--quiet", "-o", "plain.png"]
        + arrangement)
    try #require(made.exitCode == 0, "\(made)")
    return "plain.png"
  }

  func cells(_ way: Way) throws -> [OutputFormat: Cell] {
    switch way {
    case .make, .pages: try each { try file(way, $0) }
    case .remake: try remade()
    case .prompt: try prompted()
    case .batch: try batch(way)
    case .pagesInBatch: try batch(way, #", "pages": true"#)
    case .books:
      try each { format in
        let made = try place.run(
          ["batch", "--from-folders", "in", "--books", "books", "--format", format.rawValue]
            + options)
        return made.exitCode == 0 ? .made("books/x.pdf") : .refused(made.error)
      }
    }
  }

  private func each(_ cell: (OutputFormat) throws -> Cell) rethrows -> [OutputFormat: Cell] {
    try Self.formats.reduce(into: [:]) { $0[$1] = try cell($1) }
  }

  private func name(_ way: Way, _ format: OutputFormat) -> String {
    "\(way).\(format.fileExtension)"
  }

  private func file(_ way: Way, _ format: OutputFormat) throws -> Cell {
    let name = name(way, format)
    let made = try place.run(["\(way)"] + Self.photos + options + ["-o", name])
    return made.exitCode == 0 ? .made(FilePath(name)) : .refused(made.error)
  }

  /// Of a collage of another format.
  private func remade() throws -> [OutputFormat: Cell] {
    func asset(_ arguments: [String], _ format: OutputFormat) throws -> Cell {
      let made = try place.run(arguments + ["--quiet", "--format", format.rawValue])
      guard made.exitCode == 0 else { return .refused(made.error) }
      return .made(place.library.appending("collage-\(made.id).\(format.fileExtension)"))
    }
    return try each { format in
      let other: OutputFormat = format == .pdf ? .png : .pdf
      let made = try asset(["make"] + Self.photos + options, other)
      guard case .made(let path) = made, let id = path.stem?.dropFirst("collage-".count) else {
        return made
      }
      // What a PNG has anyway a PDF must be asked for.
      let asked = setting.values.contains { $0.key == "lossless" } ? ["--lossless"] : []
      return try asset(["library", "remake", String(id)] + asked, format)
    }
  }

  private func prompted() throws -> [OutputFormat: Cell] {
    let script = Self.formats.map {
      "save \(name(.prompt, $0))\nadd \(Self.photos.joined(separator: " "))\n"
    }
    let made = try place.run(
      ["prompt"] + Self.photos + options, input: .text(script.joined() + "clear\n"))
    let names = try place.folder.names()
    return each { format in
      let name = name(.prompt, format)
      return names.contains(name) ? .made(FilePath(name)) : .refused("\(made)")
    }
  }

  private func batch(_ way: Way, _ keys: String = "") throws -> [OutputFormat: Cell] {
    let photos = Self.photos.map { "\"\($0)\"" }.joined(separator: ", ")
    let arrangement =
      setting.name == "template"
      ? "" : #", "layout": "grid", "margin": "2%", "binding": "none""#
    let lines = Self.formats.map {
      """
      {"id": "\($0)", "photos": [\(photos)], "canvas": "\(Self.canvas)", \
      "output": "\(name(way, $0))"\(keys)\(arrangement)\(setting.keys)}\n
      """
    }
    let outcome = try place.run(["batch", "--quiet"], input: .text(lines.joined()))
    let results = try ResultLine.lines(Array(outcome.output.utf8))
    return try each { format in
      let line = Self.formats.firstIndex(of: format)! + 1
      let result = try #require(results.first { $0.line == line }, "\(outcome)")
      return result.status == "saved"
        ? .made(FilePath(name(way, format)))
        : .refused(result.error?.messages.joined(separator: "\n") ?? "")
    }
  }
}
