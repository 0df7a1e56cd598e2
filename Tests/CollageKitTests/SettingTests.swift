import Imaging
import PhotoLayouts
import SafeText
import TestSupport
import Testing

@testable import CollageKit

struct SettingTests {
  @Test func `every setting has a name of its own and one sentence`() {
    let names = Setting<CollageOptions>.all.map(\.name)
    let ofPhotos = Setting<PhotoOptions>.all.map(\.name)
    #expect(Set(names).count == names.count && Set(ofPhotos).count == ofPhotos.count)
    #expect(Set(names).intersection(ofPhotos) == ["focus", "weight", "alt"])
    for summary in Setting<CollageOptions>.all.map(\.summary)
      + Setting<PhotoOptions>.all.map(\.summary)
    {
      #expect(summary.hasSuffix(".") && summary.first?.isUppercase == true, "\(summary)")
    }
  }

  @Test func `every default is a value, and choosing it changes nothing`() throws {
    var without: [String] = []
    for setting in Setting<CollageOptions>.all {
      guard let text = setting.defaultText else {
        without.append(setting.name)
        continue
      }
      var options = CollageOptions()
      try #require(setting.value(text), "\(setting.name) \(text)").apply(&options)
      // A margin that was asked for doesn't give way to a bleed.
      if setting.name == "margin" { options.layout.givenMargin = nil }
      #expect(options == CollageOptions(), "\(setting.name)")
      #expect(setting.text(options) == text)
    }
    #expect(
      without == [
        "cells", "template", "border", "shadow", "overlay", "qr", "title", "header", "footer",
        "captions",
        "font", "text-colour", "format",
      ])
  }

  @Test func `every setting is read from JSON and from text, and written back`() throws {
    for setting in Setting<CollageOptions>.all {
      try expectRead(setting, SettingValues.ofCollages)
    }
    for setting in Setting<PhotoOptions>.all { try expectRead(setting, SettingValues.ofPhotos) }
  }

  private func expectRead<Options: SettingOptions & Equatable>(
    _ setting: Setting<Options>, _ table: [String: [String]]
  ) throws {
    let values = try #require(table[setting.name], "\(setting.name) has no values in the table")
    var changes = 0
    for value in values {
      let json = try JSONDocument(Array(value.utf8)).value
      let fromJSON = try #require(setting.value(json), "\(setting.name) \(value)")
      let fromText = try #require(setting.value(fromJSON.text), "\(setting.name) \(value)")
      var (first, second) = (Options(), Options())
      fromJSON.apply(&first)
      fromText.apply(&second)
      #expect(first == second, "\(setting.name) \(value)")
      guard first != Options() else { continue }
      changes += 1
      let written = setting.json(first).flatMap { setting.value($0) }
      #expect(written == fromText || setting.text(first) == setting.defaultText)
      // The default is restored without the others.
      setting.reset(&first)
      #expect(first == Options() || Options.self == CollageOptions.self)
      #expect(setting.text(first) == setting.defaultText && setting.json(first) == nil)
    }
    #expect(changes > 0 || setting.name == "font", "\(setting.name) has no value but the default")
  }

  @Test(arguments: [
    ("canvas", "a4@150dpi", "\"A4@150\""), ("background", "#000080", "\"navy\""),
    ("corner-radius", "4", "\"4px\""), ("border", "1%,#ffffff", "\"1%\""),
    ("shadow", "12,#00000088", "\"12,#0008\""), ("format", "png", "\"PNG\""),
    ("text-size", "9pt", "\"9pt\""), ("gap", "1.5mm", "\"1.5MM\""),
    ("captions", "{n}. {date:d.M.yy}", "\"{n}. {date:d.M.yy}\""),
  ])
  func `values that may be written in several ways are one`(
    name: String, text: String, json: String
  )
    throws
  {
    let setting = try #require(Setting<CollageOptions>.all.first { $0.name == name })
    let value = try #require(setting.value(JSONDocument(Array(json.utf8)).value))
    #expect(value.text == text && setting.value(text) == value)
  }

  @Test(arguments: [
    ("16:9", "16:9", 2400, 1350), ("9:16", "9:16", 1350, 2400), ("1:1", "1:1", 2400, 2400),
    ("2.350:1", "2.35:1", 2400, 1021), ("0.01:10000", "0.01:10000", 1, 2400),
    ("16 : 9", "16:9", 2400, 1350),
  ])
  func `a canvas can be a ratio`(input: String, text: String, width: Int, height: Int) throws {
    let canvas = try #require(Canvas(input))
    #expect(canvas.text == text && canvas.needsLongSide)
    #expect(canvas.size(longSide: 2400) == PixelSize(width: width, height: height))
  }

  @Test(arguments: [
    "16:", ":9", "16:9:4", "0:1", "1:0", "-1:2", "a:b", "1e2:1", "nan:1", "1:20000",
  ])
  func `what is no ratio is no canvas`(text: String) { #expect(Canvas(text) == nil) }

  /// What C reads as numbers, too.
  @Test(arguments: [
    ("gap", "0x10"), ("gap", "inf"), ("gap", "nan"), ("gap", "0x1p3%"), ("border", "0x4,white"),
    ("text-size", "0x10"), ("canvas", "0x10x10cm"), ("canvas", "10x0x10mm"), ("max-pixels", "0x10"),
  ])
  func `a number is written with digits`(name: String, text: String) throws {
    let setting = try #require(Setting<CollageOptions>.all.first { $0.name == name })
    #expect(setting.value(text) == nil)
    #expect(setting.value(.text(text)) == nil)
  }

  @Test(arguments: [("focus", "0x0,0x1"), ("focus", "nan,.5"), ("weight", "0x2")])
  func `a number of a photo is written with digits`(name: String, text: String) throws {
    let setting = try #require(Setting<PhotoOptions>.all.first { $0.name == name })
    #expect(setting.value(text) == nil)
  }

  @Test func `small numbers are written so that they are read again`() throws {
    let setting = try #require(Setting<PhotoOptions>.all.first { $0.name == "focus" })
    let value = try #require(setting.value(JSONDocument(Array("[1.25e-7, 1e-5]".utf8)).value))
    #expect(value.text == "1.25e-07,1e-05" && setting.value(value.text) == value)
    let gap = try #require(Setting<CollageOptions>.all.first { $0.name == "gap" })
    let small = try #require(gap.value(JSONDocument(Array("1e-5".utf8)).value))
    #expect(small.text == "1e-05" && gap.value("1e-05") == small)
    #expect(gap.value(try JSONDocument(Array("1e1".utf8)).value) == gap.value("10"))
  }

  @Test func `what is chosen later counts`() throws {
    func overrides(_ chosen: [(String, String)]) throws -> SettingOverrides<CollageOptions> {
      var overrides = SettingOverrides<CollageOptions>()
      for (name, text) in chosen {
        let setting = try #require(Setting<CollageOptions>.all.first { $0.name == name })
        let value = try #require(setting.value(text))
        overrides[setting] = value
      }
      return overrides
    }
    let merged = try overrides([("gap", "3"), ("canvas", "20x10px")]).merging(
      overrides([("gap", "5")]))
    var options = CollageOptions()
    merged.apply(to: &options)
    #expect(
      options.layout.gap == .pixels(5)
        && options.layout.canvasSize == PixelSize(width: 20, height: 10))
    // A long side makes the canvas auto again.
    try overrides([("long-side", "700")]).apply(to: &options)
    #expect(options.layout.canvas == .auto && options.layout.longSide == 700)
    // A canvas that is a ratio stays one.
    try overrides([("canvas", "2:1")]).apply(to: &options)
    try overrides([("long-side", "900")]).apply(to: &options)
    #expect(options.layout.canvasSize == PixelSize(width: 900, height: 450))
    #expect(try !overrides([("long-side", "700"), ("canvas", "3:2")]).hasSuperfluousLongSide)
    #expect(try overrides([("long-side", "700"), ("canvas", "20x10px")]).hasSuperfluousLongSide)
    #expect(try !overrides([("long-side", "700"), ("canvas", "auto")]).hasSuperfluousLongSide)
  }
}
