import CollageKit
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Settings as commands, in scripts and on a terminal.
@Suite(.waiting) struct PromptSettingsTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private func run(_ script: String, _ arguments: [String] = []) throws -> Outcome {
    var program = BuiltProgram.command(
      ["prompt"] + arguments, in: folder, standardInput: .text(script))
    program.environment["COLLAGE_LIBRARY"] = folder.path(of: "shelf").string
    return try program.run()
  }

  @Test func `a photo that gets less room than its weight asks for is told at once, and once`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, look: [], ["--preview", "off", "a.jpg", "b.png"], columns: 200, title: "2 photos")
    let told = try prompt.ask("weight 1 6")
    #expect(told.first == "weight of photo 1: 6" && told.count == 2, "\(told)")
    let sentence =
      /warning: photo 1 is [0-9.]+ times as large as the others, not 6 times; another canvas .*/
    #expect(told.last?.wholeMatch(of: sentence) != nil, "\(told)")
    let saved = try prompt.ask("save out.jpg")
    #expect(!saved.joined().contains("times as large"), "\(saved)")
    let talk = try SpokenRecorder(["prompt", "--accessible", "a.jpg", "b.png"], in: folder)
    try talk.wait(forPrompt: "2 photos>")
    let spoken = try talk.ask("weight 1 6", prompt: "2 photos>")
    #expect(spoken.first == "The weight of photo 1 is 6." && spoken.count == 2, "\(spoken)")
    #expect(spoken.last?.hasPrefix("Warning: photo 1 is ") == true, "\(spoken)")
    let last = try talk.ask("save other.jpg", prompt: "Collage>")
    #expect(!last.joined().contains("times as large"), "\(last)")
    try talk.terminal.send("quit\n")
    try talk.expectEnd()
  }

  @Test func `a focus that moves nothing, and cells that don't fit, are told at once`() throws {
    let prompt = try PromptTerminal(
      in: folder, look: [], ["--preview", "off", "a.jpg", "b.png"], columns: 160, title: "2 photos")
    let told = try prompt.ask("focus 2 left")
    #expect(told.first == "focus of photo 2: 0.0,0.5" && told.count == 2, "\(told)")
    let sentence = /warning: focus changes nothing here: photo 2 isn't cropped.* in this layout/
    #expect(told.last?.wholeMatch(of: sentence) != nil, "\(told)")
    #expect(try prompt.ask("focus 2 auto").count == 1)
    #expect(
      try prompt.ask("cells 2x3") == [
        "cells: 2x3", "warning: 4 of 6 cells are empty; 2x1 has none",
      ])
    #expect(
      try prompt.ask("cells 1x1") == [
        "cells: 1x1", "warning: 1x1 has 1 cell for 2 photos, so these are in 1x2",
      ])
    #expect(try prompt.ask("cells 2x1") == ["cells: 2x1"])
  }

  @Test func `every setting of the table is a command that shows its value and takes its default`()
    throws
  {
    // The command of a setting that single photos have, too, shows theirs.
    let names = Setting<CollageOptions>.all.filter { $0.name != "pick" && !$0.isAlsoOfPhotos }.map(
      \.name)
    let outcome = try run(names.map { "\($0) default\n\($0.uppercased())\n" }.joined())
    #expect(outcome.exitCode == 0 && outcome.error == "")
    let shown = outcome.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    #expect(shown.map(String.init) == names)
  }

  @Test(arguments: [
    ("gap 2%\ngap", "gap: 2%"), ("gap 1.5%\ngap default\ngap", "gap: 1%"),
    ("margin 12\nmargin", "margin: 12"),
    ("border 4,white\nborder", "border: 4,white"),
    ("border 4 white\nborder", "border: 4,white"),
    ("border 1%\nborder none\nborder", "border: none"),
    ("shadow 2%, #0008\nshadow", "shadow: 2%,#00000088"),
    ("corner-radius 3%\ncorner-radius", "corner-radius: 3%"), ("order free\norder", "order: free"),
    ("quality 95\nquality", "quality: 95"), ("compression 9\ncompression", "compression: 9"),
    ("color-space display-p3\ncolour-space", "colour-space: display-p3"),
    ("exact on\nexact", "exact: on"),
    ("exact on\nexact off\nexact", "exact: off"), ("format png\nformat", "format: png"),
    ("format png\nformat auto\nformat", "format: auto"),
    ("long-side 900\ncanvas", "canvas: auto, 900 pixels long"),
    ("canvas 16:9\ncanvas", "canvas: 16:9, up to 2400x1350"),
    ("canvas 16:9\nlong-side 1600\ncanvas", "canvas: 16:9, 1600x900"),
    ("canvas 10 x 15 cm\ncanvas", "canvas: 10x15cm, 1181x1772"),
    ("gap 2 mm\ngap", "gap: 2mm"),
    ("canvas 60x40px\nlong-side 900\ncanvas", "canvas: auto, 900 pixels long"),
    ("canvas A4@150\ncanvas", "canvas: A4 at 150 dpi, 1240x1754"),
    ("canvas a4-landscape\ncanvas", "canvas: A4-landscape, 3508x2480"),
    ("canvas letter\ncanvas", "canvas: letter, 2550x3300"),
    ("background transparent\nbackground", "background: transparent"),
    ("background #FFF0\nbackground", "background: #ffffff00"),
    ("background navy\nbackground", "background: navy"),
    ("any-count on\nany-count", "any-count: on"),
    ("max 8\nmax", "max: 8"), ("max-scans 7\nmax-scans", "max-scans: 7"), ("GAP 3\nGap", "gap: 3"),
    ("layout rows\nlayout default\nlayout", "layout: mosaic"),
    ("gap 3\ndefault gap\ngap", "gap: 1%"),
    ("layout rows\ndefault layout\nlayout", "layout: mosaic"),
    ("gap 3\nquality 4\ndefault\ngap\nquality", "gap: 1%\nquality: 90"),
    ("gap 3\nquality 4\ndefault\nundo\ngap\nquality", "gap: 3\nquality: 4"),
  ])
  func `a value is set by its setting's name`(script: String, answer: String) throws {
    let outcome = try run(script + "\n")
    #expect(outcome.output == answer + "\n" && outcome.exitCode == 0, "\(outcome.error)")
  }

  @Test(arguments: [
    ("focus 2 .4 .3\nfocus", "focus: auto\nfocus of photo 1: auto\nfocus of photo 2: 0.4,0.3"),
    ("focus 2 0.4,0.3\nfocus 2", "focus of photo 2: 0.4,0.3"),
    ("crop 2 0.4,0.3\ncrop 2", "focus of photo 2: 0.4,0.3"),
    ("focus b.png .4 .3\nfocus 2 auto\nfocus 2", "focus of photo 2: auto"),
    ("weight 1 3\nweight 1", "weight of photo 1: 3"),
    ("weight 1 3\nweight 1 default\nweight 1", "weight of photo 1: 1"),
    (
      "weight 1 3\nswap 1 2\nweight",
      "weight: equal\nweight of photo 1: 1\nweight of photo 2: 3"
    ),
    ("turn 2 right\nturn", "turn of photo 1: none\nturn of photo 2: right"),
    ("turn b.png 180\nturn 2 left\nturn 2", "turn of photo 2: left"),
    ("turn 2=right\nturn 2 none\nturn 2", "turn of photo 2: none"),
    ("rotate 2 90\nturn 1 -90\nturn", "turn of photo 1: left\nturn of photo 2: right"),
    ("turn 2 right\ndefault turn 2\nturn 2", "turn of photo 2: none"),
    ("turn 2 right\nmove 2 1\nturn", "turn of photo 1: right\nturn of photo 2: none"),
    ("turn 2 right\nreplace 2 c.jpg\nturn 2", "turn of photo 2: none"),
    ("turn 2 right\nundo\nturn 2", "turn of photo 2: none"),
    (
      "turn 2 right\nlist",
      "1  a.jpg  JPEG 48x32, 0% cropped\n2  b.png  PNG 32x48, turn right, 0% cropped"
    ),
    (
      "keep-whole 1-2\nkeep-whole 1 off\nkeep-whole",
      "keep-whole of photo 1: off\nkeep-whole of photo 2: on"
    ),
    (
      "keep-whole all\nturn all=180\nturn 1 none\nkeep-whole 2 off\nkeep-whole\nturn all",
      "keep-whole of photo 1: on\nkeep-whole of photo 2: off\nturn of photo 1: none\nturn of photo 2: 180"
    ),
    (
      "keep-whole all\nkeep-whole all off\nkeep-whole",
      "keep-whole of photo 1: off\nkeep-whole of photo 2: off"
    ),
    (
      "keep-whole 1 2\ndefault keep-whole 2\nkeep-whole",
      "keep-whole of photo 1: on\nkeep-whole of photo 2: off"
    ),
    (
      "weight 1 3\nweight 2 4\ndefault weight\nweight",
      "weight: equal\nweight of photo 1: 1\nweight of photo 2: 1"
    ),
    (
      "weight 1 3\nfocus 1 0 0\ndefault\nweight 1\nfocus 1",
      "weight of photo 1: 1\nfocus of photo 1: auto"
    ),
  ])
  func `a photo's own settings are set by its number or name`(script: String, answer: String) throws
  {
    let outcome = try run(script + "\nquit\n", ["a.jpg", "b.png"])
    #expect(outcome.output == answer + "\n" && outcome.exitCode == 0, "\(outcome.error)")
  }

  @Test(arguments: [
    (
      "gap wide",
      "gap must be a length: from 0 to 100000 pixels, such as 12, to 1000mm, such as 2mm, 1cm, 0.1in or 9pt, or to 50% of the short side, such as 2%, not 'wide'"
    ),
    ("canvas 10x15", "canvas needs a unit: 10x15cm@300dpi, or 10x15px"),
    ("canvas 10 x 15", "canvas needs a unit: 10x15cm@300dpi, or 10x15px"),
    ("quality 101", "quality must be a whole number from 1 to 100, not '101'"),
    ("exact maybe", "'maybe' is neither on nor off"),
    ("order kept free", "order must be one of kept, free, not 'kept free'"),
    ("focus 3 .1 .1", "there is no photo 3; choose from 1 to 2"),
    (
      "focus 1 2 2",
      "focus must be auto, centre, left, right, top, bottom or a point x,y, with x and y from 0 to 1, "
        + "not '2 2'"
    ),
    ("turn 2 up", "turn must be one of none, right, left, 180, not 'up'"),
    ("weight c.jpg 2", "'c.jpg' is not the number or name of a photo; list shows both"),
    ("keep-whole on", "missing: keep-whole [N... [on|off]]"),
    ("default shape", "'shape' is not a setting; style shows all of them"),
    ("max 1", "2 photos are already selected; remove some first, or enter a larger number"),
    ("weigth 1 2", "'weigth' is neither a command nor a file; did you mean 'weight'?"),
    ("co 3%", "'co' is neither a command nor a file; did you mean 'copy' or 'corner-radius' or"),
    ("radius 3%", "'radius' is neither a command nor a file; did you mean 'corner-radius'?"),
    ("A4", "'A4' is neither a command nor a file; did you mean 'canvas A4'?"),
    ("10x15", "'10x15' is neither a command nor a file; did you mean 'canvas 10x15cm@300dpi'?"),
    ("print 10x15", "'print' is neither a command nor a file; did you mean 'canvas'?"),
    ("--size A4", "'--size' is neither a command nor a file; did you mean 'canvas'?"),
    ("rounded 9", "'rounded' is neither a command nor a file; did you mean 'corner-radius'?"),
    ("bigger 1", "'bigger' is neither a command nor a file; did you mean 'weight' or 'canvas'?"),
    ("restore", "'restore' is neither a command nor a file; did you mean 'undo' or 'open'?"),
    ("library rm 2f9c", "'library' is neither a command nor a file; did you mean 'open'?"),
    ("bg blue", "'bg' is neither a command nor a file; did you mean 'background'?"),
    ("help colur", "'colur' is neither a command nor a setting; type help"),
    ("xy", "'xy' is neither a command nor a file; 'pick xy' searches for it"),
    ("xy 3", "'xy' is neither a command nor a file; type help"),
    ("remove 2-3", "there is no photo 3; choose from 1 to 2"),
    ("remove c.jpg", "'c.jpg' is not the number or name of a photo; list shows both"),
    ("add a.jpg\nremove a.jpg", "a.jpg: photos 1, 3 match this name; give a number"),
    ("view xyz", "'xyz' is not an id; give its first four or more characters, such as 2f9c"),
    ("view", "nothing has been saved yet; save first, or give an id"),
    (
      "canvas 70000x10",
      "a canvas of 70000x10 is too large: this format allows 65500 pixels a side; enter "
    ),
    (
      "canvas 16:9\nlong-side 70000",
      "a canvas of 70000x39375 is too large: this format allows 65500 pixels a side; "
    ),
    (
      "long-side 70000",
      "a long side of 70000 is too large: this format allows 65500 pixels; enter "
    ),
    (
      "format png\ncanvas 70000x10\nformat jpeg",
      "a canvas of 70000x10 is too large: this format allows 65500 "
    ),
    ("canvas 20000x20000", "a canvas of 20000x20000 needs "),
    ("long-side 60000", "a canvas of 44888x60000 needs "),
  ])
  func `what can't be set is refused with the reason`(script: String, message: String) throws {
    let outcome = try run(script + "\n", ["a.jpg", "b.png"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.error.contains(message) && !outcome.error.contains("--c"), "\(outcome.error)")
  }

  @Test(arguments: [
    ("cor 3%\nCOR", "corner-radius: 3%"), ("lon 900\nlon", "long-side: 900"),
    ("wei 1 3\nwei 1", "weight of photo 1: 3"),
    ("gap 2%\ndefau ga\ngap", "gap: 1%"),
    ("help qui", "quit  leave; twice discards unsaved photos"),
  ])
  func `the beginning of one name is enough`(script: String, answer: String) throws {
    #expect(try run(script + "\nclear\n", ["a.jpg", "b.png"]).output == answer + "\n")
  }

  @Test func `a file is not taken for the beginning of a command`() throws {
    try folder.write(PromptPhotos.jpeg, to: "cle")
    #expect(try run("cle\nlist\nclear\n", ["a.jpg"]).output.contains("2  cle  JPEG"))
  }

  @Test func `what changes nothing says so`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    let same = ["nothing changed: the photo is already there"]
    #expect(try prompt.ask("swap 1 1") == same)
    #expect(try prompt.ask("move 2 2") == same)
    try prompt.ask("layout strip")
    let only = try prompt.ask("layout next").joined(separator: " ")
    #expect(only.hasPrefix("nothing changed: there is only one layout for these photos"), "\(only)")
  }

  @Test func `without photos their settings are refused`() throws {
    for line in ["weight 1", "focus 1", "focus 1 0 0", "keep-whole 1", "turn"] {
      #expect(
        try run(line + "\n").error == "collage: line 1: there are no photos; add some first\n")
    }
  }

  @Test(arguments: ["default", "default all"]) func `all settings can be reset at once`(
    line: String
  ) throws {
    let answer = try run("gap 12\ncorner-radius 3%\n\(line)\ngap\ncorner-radius\n").output
    #expect(answer.contains("gap: 1%") && answer.contains("corner-radius: 0"), "\(answer)")
  }

  @Test func `a reset that changes nothing is no step for undo`() throws {
    let outcome = try run("add a.jpg b.png\ndefault\nundo\nundo\n")
    #expect(outcome.exitCode == 64)
    let refused = "collage: line 4: there is nothing to undo; change something first\n"
    #expect(outcome.error == refused, "\(outcome)")
  }

  @Test func `default all takes no more words`() throws {
    let outcome = try run("gap 12\ndefault all 3\n")
    #expect(
      outcome.exitCode == 64 && outcome.error.hasPrefix("collage: line 2: too many words: "),
      "\(outcome)")
  }

  @Test func `settings decide what is saved`() throws {
    let outcome = try run(
      """
      long-side 60
      any-count on
      a.jpg
      format png
      save
      add a.jpg b.png c.jpg
      remove b.png
      canvas 3:2
      save ratio.jpg
      max 2
      add a.jpg b.png c.jpg

      """)
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.error.hasPrefix("collage: line 11: no room for c.jpg; a collage has at most 2 photos")
    )
    let ids = outcome.output.split(separator: "\n")
    #expect(try folder.names(in: "shelf") == ["collage-\(try #require(ids.first)).png"])
    let size = try PhotoHeader(
      of: PhotoFile.open(folder.path(of: "ratio.jpg")), limits: DecodeLimits()
    ).size
    #expect(size == PixelSize(width: 60, height: 40))
  }

  @Test func `limits hold for photos that are added later`() throws {
    let outcome = try run("max-pixels 100\nadd a.jpg\n")
    #expect(outcome.exitCode == 65)
    #expect(outcome.error.contains("a.jpg: ") && outcome.error.contains("max-pixels"))
    #expect(try run("add a.jpg\nquit\n", ["--max-pixels", "100"]).exitCode == 65)
    #expect(try run("max-pixels 100000\nadd a.jpg\nquit\n", ["--max-pixels", "100"]).exitCode == 0)
  }

  @Test func `style shows every setting, and first, marked, what differs from the default`() throws
  {
    let rows = try run("gap 2%\nkeep-whole 2\nlayout 2\nstyle\nquit\n", ["a.jpg", "b.png"]).output
      .split(separator: "\n").map(String.init)
    let names = rows.map { row in String(row.dropFirst(2).prefix { $0 != " " }) }
    let expected = Setting<CollageOptions>.all.map(\.name).filter { $0 != "pick" } + ["keep-whole"]
    let changed = ["layout", "gap", "keep-whole"]
    #expect(names == changed + expected.filter { !changed.contains($0) })
    #expect(
      Array(rows.prefix(3)) == [
        "* layout           mosaic, number 2", "* gap              2%", "* keep-whole 2     on",
      ])
    #expect(rows.contains("  canvas           auto") && rows.contains("  border           none"))
  }

  @Test func `undo says what it brought back, in the order in which it was changed`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    #expect(try prompt.ask("gap 1%") == ["gap: 1%"])
    #expect(try prompt.ask("gap 2%") == ["gap: 2%"])
    try prompt.ask("swap 1 2")
    #expect(try prompt.ask("focus 2 .4 .3") == ["focus of photo 2: 0.4,0.3"])
    try prompt.ask("layout rows")
    try prompt.ask("canvas 3:2")
    #expect(try prompt.ask("undo") == ["✓ undone: canvas is 2400x1600 again"])
    #expect(try prompt.ask("undo ") == ["✓ undone: layout is grid again"])
    #expect(try prompt.ask("turn 1 left") == ["turn of photo 1: left"])
    #expect(try prompt.ask("   undo") == ["✓ undone: turn of photo 1 is none again"])
    #expect(try prompt.ask("undo  ") == ["✓ undone: focus of photo 2 is auto again"])
    #expect(try prompt.ask(" undo") == ["✓ undone: the order is a.jpg, b.png"])
    #expect(try prompt.ask("  undo") == ["✓ undone: gap is 1% again"])
    #expect(try prompt.ask("redo") == ["✓ redone: gap is 2%"])
    #expect(try prompt.ask("redo ") == ["✓ redone: the order is b.png, a.jpg"])
    #expect(try prompt.photos() == ["b.png", "a.jpg"])
  }

  @Test func `layouts are tried backwards, too`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 4)
    try prompt.ask("layout mosaic")
    #expect(try prompt.ask("layout prev") == ["layout: mosaic, 22 of 22"])
    #expect(try prompt.ask("layout previous") == ["layout: mosaic, 21 of 22"])
    #expect(try prompt.ask("layout 3") == ["layout: mosaic, 3 of 22"])
    #expect(try prompt.ask("undo") == ["✓ undone: pick is 21 again"])
  }

  @Test(arguments: [
    (
      "help gap",
      "gap [LENGTH]  The space between photos: 12 (pixels), 2mm (or cm, in, pt) or 2% (of the short side); 1% by default."
    ),
    (
      "help exact",
      "exact [on|off]  Decode photos at full size and scale them only in linear light: slower but exact."
    ),
    (
      "help keep-whole",
      "keep-whole [N... [on|off]]  Don't crop the photo.\n"
        + "  keep-whole 2 doesn't crop photo 2, keep-whole 2 off crops it again; keep-whole all for all"
    ),
    (
      "help weight",
      "weight [N [TIMES]]  The photo's area relative to the others, as far as crops allow; 1 by default.\n"
        + "  weight 1 3 makes photo 1 about three times as large as the others, as far as photos can be "
        + "cropped\n  from 0.01 to 100, 1 by default; weight rating follows their stars"
    ),
  ])
  func `help explains settings`(line: String, answer: String) throws {
    #expect(try run(line + "\n").output == answer + "\n")
  }

  @Test(arguments: [
    ("gap d\t", "gap default"), ("layout ro\t", "layout rows"), ("lon\t", "long-side"),
    ("look fi\t", "look film"), ("look non\t", "look none"),
    ("layout p\t", "layout prev"),
    ("background tea\t", "background teal"), ("border 4,tea\t", "border 4,teal"),
    ("canvas a4-\t", "canvas A4-landscape"),
    ("exact of\t", "exact off"), ("keep-whole 2 of\t", "keep-whole 2 off"),
    ("remove b\t", "remove b.png"),
    ("default cor\t", "default corner-radius"), ("help kee\t", "help keep-whole"),
    ("format pn\t", "format png"),
    ("focus \t1\t", "focus 1"), ("turn 2 ri\t", "turn 2 right"), ("a.j\t", "a.jpg"),
  ])
  func `Tab completes values`(keys: String, row: String) throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.send(keys)
    try prompt.wait { $0.promptRow == "2 photos> " + row }
  }
}
