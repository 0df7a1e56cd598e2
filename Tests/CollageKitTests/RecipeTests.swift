import Files
import Imaging
import PhotoCodecs
import PhotoLayouts
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct RecipeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func recipe(_ names: [FilePath], encoding: Encoding = .jpeg(.default)) throws -> Recipe {
    let canvas = PixelSize(width: 40, height: 20)
    let options = CollageOptions.on(canvas, background: Colour(red: 1, green: 0xAB, blue: 255))
    let photos = try names.map { try folder.photo($0) }
    let placements = try CollagePlan(photos, options).placements
    let digests = try photos.map { try Digest(of: $0.open()) }
    return Recipe(placements, digests: digests, on: canvas, MadeOptions(options), encoding)
  }

  @Test func `a recipe says all that decides the pixels, in a fixed order`() throws {
    try folder.makeFolder("secret")
    try folder.writePhoto("secret/a.png", .varied(PixelSize(width: 30, height: 10)))
    try folder.writePhoto("b.jpg", .plain(.red), as: .jpeg(.default))
    let recipe = try recipe(["secret/a.png", "b.jpg"])
    let digests = try ["secret/a.png", "b.jpg"].map {
      try Digest(of: folder.photo($0).open()).hexadecimal
    }
    // All of them, in the order of their names; `RecipeOptionsTests` knows which are recorded.
    let settings = recipe.settings.sorted { $0.key < $1.key }.map {
      "\"\($0.key)\":\"\($0.value)\""
    }
    .joined(separator: ",")
    #expect(
      recipe.record.json == """
        {"canvas":{"height":20,"width":40},"photos":[{"frame":{"height":10,"width":40,"x":0,"y":0},"name":"a.png","orientation":1,\
        "sha256":"\(digests[0])","size":{"height":10,"width":30}},\
        {"frame":{"height":10,"width":40,"x":0,"y":10},"name":"b.jpg","orientation":1,\
        "sha256":"\(digests[1])","size":{"height":8,"width":12}}],\
        "settings":{\(settings)},"version":"\(Version.picture)"}
        """)
    #expect(recipe.settings["background"] == "#01abff" && recipe.settings["layout"] == "grid")
  }

  @Test func `a recipe names no folder`() throws {
    try folder.makeFolder("holiday with Kim")
    try folder.writePhoto("holiday with Kim/a.png")
    let json = try recipe(["holiday with Kim/a.png"]).record.json
    #expect(json.contains(#""name":"a.png""#) && !json.contains("Kim") && !json.contains("/"))
  }

  @Test(arguments: [
    "a.png", "a \"quoted\" <&> name.png", "Grüße 漢字 😀.png", "back\\slash.png", "line\nbreak.png",
    "{}[],:.png",
    "tiff:Orientation='6'.png",
  ])
  func `a recipe comes back from its record as it was`(name: String) throws {
    try folder.writePhoto(FilePath(name))
    for encoding in [Encoding.png(.default), .jpeg(.default), .pdf(.deflated(.default))] {
      let recipe = try recipe([FilePath(name)], encoding: encoding)
      #expect(Recipe(recipe.record) == recipe)
      #expect(recipe.photos.first?.name == name)
    }
  }

  @Test func `a name that is not UTF-8 is recorded as well as it can be`() throws {
    let name = FilePath(bytes: [0x61, 0xFF, 0x2E, 0x70, 0x6E, 0x67])
    try folder.writePhoto(name)
    #expect(try recipe([name]).photos.map(\.name) == ["a\u{FFFD}.png"])
  }

  @Test func `a PDF has a quality, or it is lossless and has a compression`() throws {
    try folder.writePhoto("a.png")
    let jpeg = try recipe(["a.png"], encoding: .pdf(.jpeg(#require(Quality(31))))).settings
    #expect(jpeg["format"] == "pdf" && jpeg["quality"] == "31")
    #expect(jpeg["compression"] == nil && jpeg["lossless"] == nil)
    let deflated = try recipe(["a.png"], encoding: .pdf(.deflated(#require(Compression(9)))))
      .settings
    #expect(deflated["format"] == "pdf" && deflated["quality"] == nil)
    #expect(deflated["compression"] == "9" && deflated["lossless"] == "on")
  }

  @Test func `only a JPEG has a quality`() throws {
    try folder.writePhoto("a.png")
    #expect(try recipe(["a.png"], encoding: .png(.default)).settings["quality"] == nil)
    #expect(
      try recipe(["a.png"], encoding: .jpeg(#require(Quality(31)))).settings["quality"] == "31")
  }

  @Test func `only a PNG has a compression`() throws {
    try folder.writePhoto("a.png")
    #expect(
      try recipe(["a.png"], encoding: .png(#require(Compression(9)))).settings["compression"] == "9"
    )
    #expect(try recipe(["a.png"], encoding: .jpeg(.default)).settings["compression"] == nil)
  }

  @Test(arguments: ["", "{}", "[]", "nonsense", #"{"version":1}"#, "\u{0}"])
  func `text that is no recipe is none`(json: String) {
    #expect(Recipe(RecipeRecord(json: json)) == nil)
  }

  @Test(arguments: [
    (#""width":40"#, #""width":0"#), (#""width":40"#, #""width":-40"#),
    (#""width":40"#, #""width":9223372036854775807"#),
    (#""width":40"#, #""width":1000001"#), (#""width":40"#, #""width":4e1000"#),
    (#""x":0"#, #""x":-1"#),
    (#""x":0"#, #""x":9223372036854775807"#), (#""y":0"#, #""y":21"#),
    (#""height":10"#, #""height":-9223372036854775808"#),
  ])
  func `a recipe whose numbers no collage has is none`(number: String, other: String) throws {
    try folder.writePhoto("a.png", .varied(PixelSize(width: 30, height: 10)))
    let json = try recipe(["a.png"]).record.json
    #expect(Recipe(RecipeRecord(json: json)) != nil)
    // Each place where the number stands, one after the other.
    let places = json.ranges(of: number)
    #expect(!places.isEmpty)
    for place in places {
      #expect(
        Recipe(
          RecipeRecord(json: String(json[..<place.lowerBound]) + other + json[place.upperBound...]))
          == nil)
    }
  }

  @Test(arguments: [0, -1, 10_001])
  func `a recipe that knows people whom no photo shows is none`(number: Int) throws {
    try folder.writePhoto("a.png", .varied(PixelSize(width: 30, height: 10)))
    func json(_ count: Int, _ width: Int, _ smallest: Int) throws -> String {
      try recipe(["a.png"]).record.json.replacing(
        #""sha256""#,
        with: #""people":{"area":{"height":800,"width":\#(width)},"count":\#(count),"#
          + #""smallest":\#(smallest)},"sha256""#)
    }
    let known = try #require(try Recipe(RecipeRecord(json: json(2, 400, 90))))
    let people = ShownPeople(count: 2, area: PixelSize(width: 400, height: 800), smallest: 90)
    #expect(known.people == [people])
    for changed in [try json(number, 400, 90), try json(2, number, 90), try json(2, 400, number)] {
      #expect(Recipe(RecipeRecord(json: changed)) == nil)
    }
  }

  @Test(arguments: [
    (Colour(red: 0, green: 0, blue: 0), "#000000"), (.white, "#ffffff"),
    (Colour(red: 1, green: 0xA0, blue: 0xF), "#01a00f"),
  ])
  func `a colour is written in six digits`(colour: Colour, text: String) {
    #expect(colour.hexadecimal == text)
  }
}
