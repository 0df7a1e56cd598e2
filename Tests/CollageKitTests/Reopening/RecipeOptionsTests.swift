import Imaging
import SafeText
import PhotoCodecs
import PhotoLayouts
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// From a recipe back to the options.
@Suite struct RecipeOptionsTests {
  private let folder: TemporaryFolder
  private let photos: [Photo]

  init() throws {
    folder = try TemporaryFolder()
    let sizes = [(30, 20), (20, 30), (40, 20), (24, 24)]
    for (number, size) in sizes.enumerated() {
      try folder.writePhoto(
        FilePath("\(number).png"), .varied(PixelSize(width: size.0, height: size.1), number: number)
      )
    }
    photos = try sizes.indices.map { [folder] in try folder.photo(FilePath("\($0).png")) }
  }

  private func recipe(_ options: CollageOptions) throws -> Recipe {
    let plan = try CollagePlan(photos, options)
    let digests = try photos.map { try Digest(of: $0.open()) }
    let encoding = Encoding(options.encoding.format ?? .jpeg, options.encoding)
    let recipe = Recipe(
      plan.placements, digests: digests, on: plan.layout.canvas, MadeOptions(options), encoding)
    return try #require(Recipe(recipe.record))
  }

  private func options(_ values: [String: String]) throws -> CollageOptions {
    var options = CollageOptions()
    for setting in Setting<CollageOptions>.all {
      guard let text = values[setting.name] else { continue }
      try #require(setting.value(text), "\(setting.name) \(text)").apply(&options)
    }
    return options
  }

  @Test(arguments: [
    ["canvas": "60x40px"], ["canvas": "a6@30dpi"], ["canvas": "3x2cm@50dpi"],
    ["canvas": "0.5x0.333in@97"],
    ["canvas": "3:2", "long-side": "90"], ["long-side": "77"], [:],
    ["canvas": "2400x2000", "layout": "rows"],
    ["long-side": "90", "gap": "2%", "margin": "3", "order": "free", "pick": "3"],
    [
      "canvas": "90x60", "background": "blur", "corner-radius": "1.5%", "border": "1,#112233",
      "shadow": "2%,#00000088",
    ],
    ["canvas": "90x60", "format": "png", "compression": "9", "background": "#11223344"],
    ["canvas": "3x2cm@90dpi", "format": "pdf", "quality": "61"],
    ["canvas": "3x2cm@90dpi", "bleed": "3mm", "safe": "4mm", "margin": "0"],
    ["canvas": "3x2cm@90dpi", "bleed": "2mm", "margin": "1%", "sheet": "A4", "copies": "3"],
    ["canvas": "60x40px@90dpi", "sheet": "A5", "cut-marks": "on", "sheet-gap": "3mm"],
    ["canvas": "90x60", "format": "pdf", "lossless": "on", "compression": "9"],
    [
      "canvas": "90x60", "quality": "61", "colour-space": "display-p3", "exact": "on",
      "layout": "grid",
    ],
    [
      "canvas": "90x60", "max-scans": "700", "max-pixels": "400000000", "max": "9",
      "any-count": "on",
    ],
  ])
  func `options that are restored give the same recipe, and lay photos out alike`(
    _ values: [String: String]
  ) throws {
    let recipe = try recipe(options(values))
    let restored = try #require(recipe.options())
    let settled = try recipe.settled(restored) { false }
    #expect(settled.isExact)
    #expect(try self.recipe(settled.options.with(\.opened, recipe.answers)) == recipe)
    for name in [
      "gap", "margin", "order", "pick", "quality", "exact", "max-scans", "format", "background",
      "lossless", "compression", "border", "bleed", "safe", "sheet", "copies",
    ] {
      let setting = try #require(Setting<CollageOptions>.all.first { $0.name == name })
      if let text = values[name] { #expect(setting.text(restored) == text) }
    }
  }

  @Test func `what decides the picture is recorded, whether it is the default or not`() throws {
    let defaults = try recipe(options([:]))
    let deciding = Setting<CollageOptions>.all.filter { setting in
      setting.defaultText != nil
        && ![
          "max", "any-count", "max-pixels", "max-scans", "allow-damaged", "require-sandbox",
          "compression",
          "lossless", "repeat", "openings",
          // These came later: without them a collage keeps its id.
          "fit", "lead", "border-bottom", "perforated", "bleed", "safe", "sheet", "copies",
          "sheet-gap", "sheet-margin", "cut-marks", "hdr", "hairline", "binding", "weight",
          "trim", "tone", "palette", "alt",
          // English is none.
          "lang",
        ].contains(setting.name)
    }
    var recorded = Dictionary(
      uniqueKeysWithValues: deciding.map { ($0.name, $0.defaultText ?? "") })
    recorded["format"] = "jpeg"
    #expect(defaults.settings == recorded)
    #expect(recorded["gap"] == "1%" && recorded["layout"] == "mosaic" && recorded["exact"] == "off")
    #expect(defaults.tree == nil && defaults.photos.allSatisfy { $0.settings == nil })
    // What allows photos decides nothing, and neither does an outline without a width.
    for values in [
      ["max": "9", "any-count": "on", "max-pixels": "999999"], ["border": "0,red", "shadow": "0%"],
    ] {
      #expect(try recipe(options(values)) == defaults)
    }
    let given = try recipe(options(["canvas": "60x40px", "max-scans": "700"])).settings
    #expect(
      given["canvas"] == "60x40px" && given["long-side"] == nil && given["max-scans"] == "700")
  }

  @Test func `the options of photos are restored`() throws {
    var options = try options(["canvas": "900x600"])
    options[photo: 1].weight = 0.37
    options[photo: 2].keepsWhole = true
    options[photo: 3].focus = FocusPoint(x: 0.1, y: 1).map(PhotoFocus.point)
    options[photo: 3].turn = .left
    // The first two were cropped in the middle, and stay so.
    var restored = options
    for place in 0...1 { restored[photo: place].focus = .settled }
    #expect(try recipe(options).options()?.photos == restored.photos)
    // Where little is cropped, or the middle is chosen anyway, nothing is settled.
    options.layout.focus = .centre
    #expect(try recipe(options).options()?.photos == options.photos)
    // By default photos are cropped a little so that edges meet; not so without balance.
    let uncropped = try self.options(["balance": "0", "long-side": "600"])
    #expect(try recipe(uncropped).options()?.photos == [])
  }

  @Test func `a given layout is restored`() throws {
    var options = try options(["canvas": "90x60"])
    options.layout.tree = .down([
      .across([.photo(1), .photo(0, ratio: 1.25)]), .across([.photo(3), .photo(2)]),
    ])
    let recipe = try recipe(options)
    #expect(recipe.layoutName == "file" && recipe.options()?.layout.tree == options.layout.tree)
    #expect(try recipe.settled(#require(recipe.options())) { false }.isExact)
  }

  @Test func `where a search would find another layout, the frames' own cuts are taken`() throws {
    for values in [["canvas": "90x60"], ["long-side": "90"]] {
      // The frames of rows, in a recipe that says columns.
      var recipe = try recipe(options(values.merging(["layout": "rows"]) { $1 }))
      recipe.settings["layout"] = "columns"
      let settled = try recipe.settled(#require(recipe.options())) { false }
      #expect(settled.isExact && settled.options.layout.tree != nil, "\(values)")
    }
    // With another gap no cuts lead to these frames, which are then kept as they are.
    var recipe = try recipe(options(["canvas": "90x60", "gap": "4"]))
    recipe.settings["gap"] = "0"
    let settled = try recipe.settled(#require(recipe.options())) { false }
    #expect(settled.isExact && settled.options.layout.placed?.frames.count == recipe.photos.count)
    #expect(settled.options.layout.canvas == .pixels(PixelSize(width: 90, height: 60)))
  }

  @Test func `numbers with an exponent are read again`() throws {
    let values = [
      "canvas": "90x60", "gap": "0.00001%", "margin": "1e-05", "corner-radius": "0.00002",
      "balance": "1e-7",
    ]
    let recipe = try recipe(options(values))
    #expect(recipe.settings["gap"] == "1e-05%")
    let options = try #require(recipe.options()).with(\.opened, recipe.answers)
    #expect(try self.recipe(options) == recipe)
  }

  @Test func `rules and limits are those of the interface, widened where the collage needs more`()
    throws
  {
    var base = CollageOptions()
    base.rules.maxCount = 2
    base.decoding.limits.pixels = 500
    base.layout.gap = .pixels(9)
    let options = try #require(try recipe(options(["canvas": "90x60"])).options(over: base))
    #expect(options.rules.maxCount == 4 && options.decoding.limits.pixels == 800)
    #expect(options.layout.gap == LayoutOptions().gap)
    base.rules.maxCount = 40
    #expect(try recipe(self.options([:])).options(over: base)?.rules.maxCount == 40)
  }

  @Test(
    arguments: [
      #""layout":"pile""#, #""background":"nothing""#, #""gap":"wide""#, #""sparkle":"on""#,
      #""quality":"101""#, #""canvas":"4x6in@0dpi""#, #""border":"wide""#, #""format":"gif""#,
      #""text-size":"0""#, #""text-size":"0%""#,
    ].map { ##""settings":{"background":"#ffffff",\##($0)}"## } + [
      #""photos":[]"#, #""tree":{"across":[{"photo":1}]}"#,
    ])
  func `a recipe that says what this version doesn't know is none to go on with`(_ change: String)
    throws
  {
    let name = change.prefix { $0 != ":" }
    let json = try recipe(options(["canvas": "90x60"])).record.json
    let document = try JSONDocument(Array(json.utf8)).value.object
    var fields = try #require(document)
    let changed = try JSONDocument(Array("{\(change)}".utf8)).value.object
    fields.merge(try #require(changed)) { $1 }
    let text = fields.map { "\"\($0)\":\(Self.text($1))" }.joined(separator: ",")
    let recipe = try #require(Recipe(RecipeRecord(json: "{\(text)}")), "\(name)")
    #expect(recipe.options() == nil)
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): number.text
    case .text(let text): "\"\(text)\""
    case .list(let list): "[" + list.map(text).joined(separator: ",") + "]"
    case .object(let object):
      "{" + object.map { "\"\($0)\":\(text($1))" }.joined(separator: ",") + "}"
    }
  }

  @Test(arguments: [
    ("a4@300dpi", "a4@300dpi"), ("a5-landscape@97", "a5-landscape@97dpi"),
    ("15x10cm", "15x10cm@300dpi"),
    ("4x6in@72", "4x6in@72dpi"), ("101.6x152.4mm@300", "4x6in@300dpi"),
  ])
  func `a size on paper is known by its pixels`(_ text: String, _ expected: String) throws {
    let size = try #require(PrintSize(text))
    let found = try #require(PrintSize(size.pixels, at: size.density))
    #expect(found.text == expected && found.pixels == size.pixels)
  }

  @Test func `a manifest's values are read as the settings they were`() throws {
    var notCompared: Set<String> = []
    for setting in Setting<CollageOptions>.all {
      notCompared.insert(setting.name)
      for text in [
        "3", "on", "2%", "A5", "a4@300dpi", "4:3", "png", "rows", "free", "display-p3", "blur",
        "1%,#ffffff", "below", "inside", "centre", "whole", "0.25", "#ffffff", "{n}. {title}",
        "5x6", "never", "left", "rating", "sepia", "acep", "separate",
      ] {
        guard let value = setting.value(text) else { continue }
        var (first, second) = (CollageOptions(), CollageOptions())
        value.apply(&first)
        guard let json = setting.json(first) else { continue }
        try #require(setting.value(json), "\(setting.name) \(text)").apply(&second)
        #expect(first == second)
        notCompared.remove(setting.name)
      }
    }
    #expect(notCompared == [])
  }

  @Test
  func `a recipe of many photos is reopened without a search for its layout, whatever its frames`()
    throws
  {
    // Columns of one and two pixels in turn, with holes between them, which no layout has.
    let photos = (0..<600).map { place in
      let (x, width) = (place / 2 * 4 + place % 2, place % 2 == 0 ? 1 : 2)
      return
        #"{"frame":{"height":60,"width":\#(width),"x":\#(x),"y":0},"name":"a.jpg","orientation":1,"#
        + #""sha256":"\#(String(repeating: "a", count: 64))","size":{"height":20,"width":30}}"#
    }
    let json =
      #"{"canvas":{"height":60,"width":1200},"photos":[\#(photos.joined(separator: ","))],"#
      + ##""settings":{"background":"#ffffff","canvas":"1200x60","layout":"rows"},"version":"0.1.0"}"##
    let recipe = try #require(Recipe(RecipeRecord(json: json)))
    let asked = Atomic(0)
    let settled = try recipe.settled(#require(recipe.options())) {
      asked.add(1, ordering: .relaxed)
      return false
    }
    let calls = asked.load(ordering: .relaxed)
    #expect(
      !settled.isExact && settled.options.layout.tree?.photos.count == 600 && calls < 10_000,
      "\(calls)")
  }
}
