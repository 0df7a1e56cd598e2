import Imaging
import PhotoLayouts
import Testing

@testable import CollageKit

struct LookTests {
  @Test func `every value of a look is one of its setting`() throws {
    for look in Look.all {
      #expect(Set(look.values.map(\.setting)).count == look.values.count)
      for value in look.values {
        let setting = try #require(
          Setting<CollageOptions>.all.first { $0.name == value.setting },
          "\(look.name): \(value.setting)")
        #expect(
          setting.value(value.text) != nil, "\(look.name): \(value.setting) \(value.text)")
        // Nothing about the content or the file is a matter of looks.
        #expect(
          ![.encoding, .photos].contains(setting.group) && setting.name != "title",
          "\(look.name): \(value.setting)")
      }
    }
  }

  @Test func `every look has a name of its own that is one word, and a few words about it`() {
    #expect(Set(Look.names).count == Look.names.count)
    for look in Look.all {
      #expect(look.name.allSatisfy { $0.isLowercase && $0.isASCII })
      #expect(look.note.count <= 50 && !look.note.hasSuffix("."), "\(look.note)")
      #expect(Look.named(look.name.uppercased()) == look)
      // A name must not be that of a setting, which is a command, too.
      #expect(!Setting<CollageOptions>.all.contains { $0.name == look.name })
    }
    #expect(Look.named("no such look") == nil)
  }

  private func options(_ names: String...) throws -> CollageOptions {
    try names.reduce(into: CollageOptions()) { options, name in
      try #require(Look.named(name)).apply(to: &options)
    }
  }

  @Test func `a look replaces another one, whichever they are`() throws {
    for first in Look.names {
      for second in Look.names {
        #expect(try options(first, second) == options(second), "\(first), then \(second)")
      }
      var options = try options(first)
      #expect(options != CollageOptions())
      try #require(options.look).remove(from: &options)
      #expect(options == CollageOptions(), "\(first)")
    }
  }

  @Test func `what was chosen after a look stays, unless the next look decides it`() throws {
    var options = try options("polaroid")
    options.decoration.border = Outline("4,red", colour: .white)
    options.layout.gap = .pixels(7)
    options.text.title = "Rome"
    try #require(Look.named("film")).apply(to: &options)
    let film = try self.options("film")
    #expect(options.decoration.border == Outline("4,red", colour: .white))
    #expect(options.text.title == "Rome" && options.layout.gap == film.layout.gap)
    #expect(options.decoration.borderBottom == .zero && options.text.captionPlace == .below)
  }

  @Test func `the look of a collage that was opened is replaced, too`() throws {
    var options = try options("polaroid")
    // A recipe doesn't name it.
    options.look = nil
    try #require(Look.named("film")).apply(to: &options)
    #expect(try options == self.options("film"))
  }

  @Test func `a rank among other layouts means nothing`() throws {
    var options = CollageOptions()
    options.layout.pick = 3
    try #require(Look.named("film")).apply(to: &options)
    #expect(options.layout.pick == 1)
  }

  @Test func `a look's font needn't be installed, one that a user names must be`() throws {
    var options = try options("magazine")
    #expect(options.text.font?.isRequired == false)
    let font = try #require(Setting<CollageOptions>.all.first { $0.name == "font" })
    try #require(font.value("DejaVu Serif")).apply(&options)
    #expect(options.text.font?.isRequired == true)
    #expect(try FontFinder.chosen(missing(isRequired: false)) { false } == nil)
    #expect(throws: TextError.noFont("No Such Font", instead: "DejaVu Sans")) {
      try FontFinder.chosen(missing(isRequired: true)) { false }
    }
  }

  private func missing(isRequired: Bool) throws -> FontChoice {
    var font = try #require(FontChoice("No Such Font"))
    font.isRequired = isRequired
    return font
  }

  @Test func `a border's colour is recorded where only its lower side is drawn`() {
    var options = CollageOptions()
    options.decoration.border = Outline("0,red", colour: .white)
    #expect(options.recordedTexts["border"] == nil)
    options.decoration.borderBottom = .pixels(4)
    #expect(options.recordedTexts["border"] == "0,#ff0000")
    #expect(options.recordedTexts["border-bottom"] == "4")
  }

  @Test func `the first photo is larger, unless it has a weight of its own`() {
    var options = CollageOptions()
    options.layout.lead = 4
    #expect((0..<3).map { options.weight(ofPhoto: $0) } == [4, 1, 1])
    options[photo: 0].weight = 2
    options[photo: 2].weight = 3
    #expect((0..<3).map { options.weight(ofPhoto: $0) } == [2, 1, 3])
  }

  @Test(arguments: [
    ("blur", "blur"), ("BLUR", "blur"), ("blur,0%", "blur"), ("blur,40%", "blur,40%"),
    ("blur,12.5%", "blur,12.5%"), ("blur,100%", "blur,100%"),
  ])
  func `a blurred background can be darker`(text: String, expected: String) {
    #expect(Background(text)?.description == expected)
  }

  @Test(arguments: [
    "blur,", "blur,40", "blur,-1%", "blur,101%", "blur,x%", "blur,4%,4%", "blur 4%",
  ])
  func `by nothing else`(text: String) { #expect(Background(text) == nil) }
}
