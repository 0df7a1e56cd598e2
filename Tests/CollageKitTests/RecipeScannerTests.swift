import PhotoCodecs
import TestSupport
import Testing

@testable import CollageKit

/// What may be passed on as it is written: nothing that decoding and encoding it would change or
/// refuse.
@Suite struct RecipeScannerTests {
  private static let photo = """
    {"frame":{"height":20,"width":20,"x":0,"y":0},"name":"Grüße 1.png","orientation":1,"sha256":"0a",\
    "size":{"height":10,"width":30}}
    """
  private static let fullPhoto = """
    {"credit":{"creator":"Kim","licence":"CC0","licenceURL":"https://c","sourcePage":"https://s","title":"T"},\
    "frame":{"height":20,"width":20,"x":20,"y":0},"name":"b.jpg","orientation":6,\
    "settings":{"caption":"c","focus":"0.25,1.0","weight":"2"},"sha256":"0b","size":{"height":8,"width":12}}
    """
  private static let text = """
    {"captions":["a",""],"fonts":[{"index":65536,"name":"D.ttf","sha256":"0c"}],"library":"HarfBuzz 6.0.0",\
    "lines":[1,0],"titleLines":2}
    """

  /// Recipes as this version writes them: a plain one, and one with everything but a tree.
  private static let recipes = [
    """
    {"canvas":{"height":20,"width":40},"photos":[\(photo)],\
    "settings":{"background":"#01abff","format":"jpeg","layout":"grid","quality":"90"},"version":"0.1.0"}
    """,
    """
    {"askedPick":2,"canvas":{"height":20,"width":40},"photos":[\(photo),\(fullPhoto)],\
    "settings":{"background":"blur","border":"1%,#ffffff","caption-place":"inside","captions":"{n}",\
    "gap":"2%","pick":"3"},"text":\(text),"version":"0.1.0"}
    """,
  ]

  @Test(arguments: recipes)
  func `a recipe of this version is passed on, and is what encoding it would give`(json: String)
    throws
  {
    let record = RecipeRecord(json: json)
    #expect(try #require(Recipe(record)).json == json)
    #expect(RecipeScanner.accepts(record))
  }

  @Test func `title, photos' names and canvas are found on the way`() throws {
    for json in Self.recipes + [
      Self.recipes[0].replacing(#""quality":"90""#, with: #""quality":"90","title":"Grüße""#)
    ] {
      let record = RecipeRecord(json: json)
      #expect(try RecipeScanner.summary(of: record) == CollageSummary(#require(Recipe(record))))
    }
    let titled = Self.recipes[0].replacing(#""quality":"90""#, with: #""title":"Rome""#)
    let summary = try #require(RecipeScanner.summary(of: RecipeRecord(json: titled)))
    #expect(summary.title == "Rome" && summary.photos == ["Grüße 1.png"])
    #expect(
      RecipeScanner.summary(of: RecipeRecord(json: Self.recipes[1]))?.photos
        == ["Grüße 1.png", "b.jpg"])
  }

  @Test(
    arguments: [
      (#""height":20,"width":40"#, #""width":40,"height":20"#), ("40", "40.0"), ("40", "4e1"),
      ("40", "040"),
      ("40", "-40"), ("40", "1000001"), (#""x":0"#, #""x":21"#), (#""x":0"#, #""x":-0"#),
      (#""x":0"#, #""x":9223372036854775807"#), (#","quality""#, #", "quality""#),
      (#""quality":"90""#, #""quality":90"#),
      (#""quality":"90""#, #""quality":"90","quality":"90""#),
      (#""settings""#, #""pages":1,"settings""#), (##""background":"#01abff","##, ""),
      ("grid", #"gr\u0069d"#),
      ("}]", "},]"), (#"0.1.0"}"#, #"0.1.0"} "#), (#"0.1.0"}"#, #"0.1.0""#),
      (#"{"canvas""#, #"{"Canvas""#),
    ] as [(String, String)])
  func `a recipe that would be written otherwise is not`(old: String, new: String) throws {
    let range = try #require(Self.recipes[0].firstRange(of: old))
    #expect(
      !RecipeScanner.accepts(
        RecipeRecord(json: Self.recipes[0].replacingCharacters(in: range, with: new))))
  }

  @Test func `whatever is passed on is what decoding and encoding gives`() {
    var dice = Dice(49)
    let pieces = Array("0123456789-.e,:{}[]\"\\ autnsx".utf8)
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = Array(Self.recipes[Int.random(in: 0...1, using: &dice)].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        let place = Int.random(in: 0...bytes.count - 1, using: &dice)
        switch Int.random(in: 0...2, using: &dice) {
        case 0: bytes[place] = pieces[Int.random(in: 0...pieces.count - 1, using: &dice)]
        case 1: bytes.insert(pieces[Int.random(in: 0...pieces.count - 1, using: &dice)], at: place)
        default:
          bytes.removeSubrange(
            place..<min(place + Int.random(in: 1...12, using: &dice), bytes.count))
        }
      }
      let record = RecipeRecord(json: String(decoding: bytes, as: UTF8.self))
      guard RecipeScanner.accepts(record) else { continue }
      accepted += 1
      #expect(Recipe(record)?.json == record.json)
    }
    #expect(accepted > 1000)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
