import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What somebody tries first leads somewhere: by meaning, not only by letters.
@Suite(.waiting) struct FirstGuessTests {
  let place: Workplace

  init() throws {
    place = try Workplace(photos: 4)
    try place.folder.write(Workplace.photos[4], to: "beach.jpg")
    try place.folder.write(Workplace.photos[5], to: "Bear.jpg")
  }

  @Test(arguments: [
    ("page-numbers", "Did you mean '--footer'?"), ("logo", "Did you mean '--overlay'?"),
    ("watermark", "Did you mean '--overlay'?"),
    ("keep-face", "Did you mean '--keep-whole' or '--focus'?"),
    ("frame", "Did you mean '--border' or '--template'?"), ("swap", "Did you mean '--order'?"),
    ("bw", "Did you mean '--tone grey'?"), ("black-and-white", "Did you mean '--tone grey'?"),
    ("sepia", "Did you mean '--tone sepia'?"), ("grayscale", "Did you mean '--tone grey'?"),
    ("transparent", "Did you mean '--background transparent'?"),
    ("rows", "Did you mean '--layout rows' or '--cells'?"),
    ("columns", "Did you mean '--layout columns' or '--cells 3x2'?"),
    ("grid", "Did you mean '--cells 2x2' or '--layout grid'?"),
    ("max-size", "Did you mean '--long-side' or '--quality'?"),
    ("film", "Did you mean '--look film'?"),
    ("dates", "Did you mean '--captions date'?"), ("space", "Did you mean '--gap'?"),
    ("largest", "Did you mean '--weight' or '--lead'?"),
    ("title-bottom", "Did you mean '--title-place below'?"),
    ("dpi", "Did you mean '--canvas A4@300dpi'?"), ("paper", "Did you mean '--canvas'?"),
    ("landscape", "Did you mean '--canvas A4-landscape'?"),
    ("portrait", "Did you mean '--canvas A4-portrait'?"), ("spacing", "Did you mean '--gap'?"),
    ("padding", "Did you mean '--margin'?"), ("rounded", "Did you mean '--corner-radius'?"),
    ("resize", "Did you mean '--canvas' or '--weight'?"), ("size", "Did you mean '--canvas'?"),
    ("width", "Did you mean '--canvas'?"), ("verbose", "Did you mean '--explain'?"),
    ("dry", "Did you mean '--dry-run'?"), ("overwrite", "Did you mean '--force'?"),
    ("random", "Did you mean '--order' or '--pick'?"),
    ("shuffle", "Did you mean '--order' or '--pick'?"),
    ("text", "Did you mean '--title' or '--captions'?"),
    ("border-radius", "Did you mean '--corner-radius'?"), ("out", "Did you mean '--output'?"),
    ("labels", "Did you mean '--captions'?"),
    ("side-by-side", "Did you mean '--layout strip'?"),
    ("horizontal", "Did you mean '--layout strip'?"), ("beside", "Did you mean '--layout strip'?"),
    ("vertical", "Did you mean '--layout rows' or '--cells 1x2'?"),
    ("no-crop", "Did you mean '--fit whole' or '--keep-whole'?"),
    ("stacked", "Did you mean '--layout rows' or '--cells 1x2'?"),
  ])
  func `an option by another name`(_ option: String, _ advice: String) throws {
    let outcome = try place.run("make", "1.jpg", "2.jpg", "--\(option)")
    #expect(outcome.exitCode == 64 && outcome.output == "" && outcome.errorLines == 1)
    #expect(
      outcome.error.hasPrefix("collage: Unknown option '--\(option)'. \(advice)"),
      "\(outcome.error)")
  }

  @Test(arguments: [
    (["--turn", "right"], "write 2=right for photo 2, or all=right"),
    (["--caption", "Rome"], "write 2=Rome for photo 2, or all=Rome"),
    (
      ["--palette", "e-ink"],
      "it must say which colours the screen has: spectra6 (six), acep (seven)"
    ),
    (["--zoom", "1=zoom"], "its value must be a number from 1 to 10"),
  ])
  func `a value that was meant otherwise`(_ options: [String], _ advice: String) throws {
    let outcome = try place.run(["make", "1.jpg", "2.jpg", "-o", "x.png"] + options)
    #expect(outcome.exitCode == 64 && outcome.error.contains(advice), "\(outcome.error)")
  }

  @Test(arguments: [
    ("print", "did you mean 'make --canvas'?"), ("export", "did you mean 'make --output'?"),
    ("delete", "did you mean 'library remove'?"),
    ("rename", "did you mean 'library album rename'?"), ("montage", "did you mean 'make'?"),
    ("edit", "did you mean 'prompt --reopen'?"),
    ("bw", "did you mean 'make --tone grey'?"), ("version", "did you mean '--version'?"),
  ])
  func `a command by another name`(_ word: String, _ advice: String) throws {
    try place.expectNothingChanges(
      by: [word, "1.jpg", "2.jpg"],
      .failed(64, "'\(word)' is neither a command nor a file; \(advice)"))
  }

  @Test(arguments: [
    ("print 10x15", "did you mean 'canvas'?"), ("export a.png", "did you mean 'save'?"),
    ("delete 1", "did you mean 'remove'?"), ("rename a", "did you mean 'save'?"),
    ("montage", "did you mean 'layout'?"), ("edit", "did you mean 'open'?"),
    ("reset", "did you mean 'default'?"), ("settings", "did you mean 'style'?"),
    ("sepia", "did you mean 'tone sepia'?"),
    ("rows", "did you mean 'layout rows' or 'cells'?"),
    ("watermark x.png", "did you mean 'overlay'?"),
    ("black and white", "did you mean 'tone grey'?"),
    ("side by side", "did you mean 'layout strip'?"),
    (
      "layout vertical",
      "'vertical' is not a layout; photos below each other are cells 1x4 (1xN with the number"
    ),
    ("layout row", "'row' is not a layout; photos beside each other are cells 4x1"),
    ("rome", "'rome' is neither a command nor a file; 'pick rome' searches for it"),
    ("old town", "'old' is neither a command nor a file; 'pick old town' searches for it"),
    ("rome date:2024", "'rome' is neither a command nor a file; 'pick rome date:2024' searches"),
  ])
  func `a command of the prompt by another name`(_ line: String, _ advice: String) throws {
    let outcome = try place.run(["prompt"], input: .text(line + "\n"))
    #expect(outcome.exitCode == 64 && outcome.error.contains(advice), "\(outcome.error)")
  }

  @Test func `a name in other letters is told the one that is there`() throws {
    try place.folder.makeFolder("Rome")
    try place.folder.write(Workplace.photos[0], to: "Rome/My Photo.JPG")
    let advice = "is neither a command nor a file; did you mean"
    try place.expectNothingChanges(by: ["rome"], .failed(64, "'rome' \(advice) 'Rome'?"))
    for (line, name, meant) in [
      ("rome", "rome", "Rome"), ("ROME 1.jpg", "ROME", "Rome"), ("1.JPG", "1.JPG", "1.jpg"),
      ("Rome/my photo.jpg", "Rome/my photo.jpg", "Rome/My Photo.JPG"),
    ] {
      let outcome = try place.run(["prompt"], input: .text(line + "\n"))
      #expect(outcome.answer == .failed(64, "line 1: '\(name)' \(advice) '\(meant)'?"), "\(line)")
    }
  }

  @Test(arguments: [
    ("beahc.jpg", "beach.jpg"), ("beach.jgp", "beach.jpg"), ("bear.jpg", "Bear.jpg"),
    ("beach.png", "beach.jpg"), ("./beech.jpg", "./beach.jpg"),
  ])
  func `a mistyped file is told the one that is there`(_ name: String, _ meant: String) throws {
    try place.expectNothingChanges(
      by: ["make", "1.jpg", name, "-o", "out.jpg"],
      .failed(66, "\(name): there is no such file; did you mean '\(meant)'?"))
  }

  @Test(arguments: ["5.jpg", "sea.jpg"])
  func `a file with another number or name is not meant`(_ name: String) throws {
    let outcome = try place.run("make", "1.jpg", name, "-o", "out.jpg")
    #expect(
      outcome.answer == .failed(66, "\(name): there is no such file; check the path"), "\(outcome)")
  }

  @Test func `words of a saved collage are corrected by making it again`() throws {
    let id = try place.make("1.jpg", "2.jpg", "--library", "lib").id
    try place.expectNothingChanges(
      by: ["describe", id, "--alt", "2=Hills", "--library", "lib"],
      .failed(
        64,
        "Unknown option '--alt'; 'collage library remake ID --replace --alt 2=TEXT' makes a collage "
          + "again with other words; see 'collage describe --help'"))
    let corrected = try place.run(
      "library", "remake", id, "--replace", "--alt", "2=Hills", "--library", "lib")
    #expect(corrected.exitCode == 0, "\(corrected)")
    let said = try place.run("describe", corrected.id, "--library", "lib")
    #expect(said.output.contains("Hills"), "\(said)")
  }

  @Test func `a folder of the name is no reason not to search saved collages for it`() throws {
    try place.folder.makeFolder("Rome")
    let outcome = try place.run(["prompt"], input: .text("open Rome\n"))
    #expect(outcome.exitCode != 0 && !outcome.error.contains("this is a folder"), "\(outcome)")
  }

  @Test(arguments: ["bw", "gray", "monochrome"])
  func `a tone by another name is taken`(_ name: String) throws {
    let meant = try place.make("1.jpg", "2.jpg", "--tone", "grey", "-o", "a.png").id
    #expect(try place.make("1.jpg", "2.jpg", "--tone", name, "-o", "b.png").id == meant)
  }

  @Test(arguments: [
    ("columns", true), ("strip", true), ("rows", false), ("cells 1x2", false),
  ])
  func `two photos are beside each other in columns, and below each other in rows`(
    _ layout: String, _ areBeside: Bool
  ) throws {
    let words = layout.split(separator: " ").map(String.init)
    let choice = words.count == 2 ? ["--cells", words[1]] : ["--layout", layout]
    let made = try place.run(["make", "1.jpg", "2.jpg", "--dry-run"] + choice)
    let frames = try Report.Layout(made.output).photos.map(\.frame)
    #expect((frames[0].y == frames[1].y) == areBeside, "\(frames)")
    #expect((frames[0].x == frames[1].x) == !areBeside, "\(frames)")
  }

  @Test func `captions for all are meant by a caption without a photo`() throws {
    let make = ["make", "1.jpg", "2.jpg", "-o", "out.png", "--force"]
    for format in ["name", "{n}. {name}"] {
      let meant = try place.run(make + ["--captions", format])
      let guessed = try place.run(make + ["--caption", format])
      #expect(guessed.exitCode == 0 && guessed.id == meant.id, "\(guessed)")
      #expect(
        guessed.error
          == "collage: --caption is for one photo, such as 2=Rome; \(format) is taken for "
          + "--captions\n")
      #expect(try place.run(make + ["--caption", format, "--quiet"]).error == "")
    }
    let script = try place.run(
      ["prompt", "1.jpg", "2.jpg", "--library", "lib"], input: .text("caption name\ncaptions\n"))
    #expect(script.output == "captions: name\n", "\(script)")
  }

  @Test func `photos are put into an order by their numbers`() throws {
    let wanted = try place.make("2.jpg", "1.jpg", "4.jpg", "3.jpg", "-o", "a.png").id
    let ordered = try place.make(
      "1.jpg", "2.jpg", "3.jpg", "4.jpg", "--order", "2,1,4,3", "-o", "b.png")
    #expect(ordered.answer == .done("\(wanted)\n"))
    for (order, count) in [("2,1", 4), ("1,2,3,3", 4), ("0,1,2,3", 4)] {
      try place.expectNothingChanges(
        by: Workplace.make + ["1.jpg", "2.jpg", "3.jpg", "4.jpg", "--order", order],
        .failed(
          64, "--order must name each of the \(count) photos once, such as 4,3,2,1"))
    }
    let text = try place.make("1.jpg", "2.jpg", "--order", "date")
    #expect(text.exitCode == 64 && text.error.contains("or numbers of photos such as 2,1,3,4"))
    let script = try place.run(
      ["prompt", "1.jpg", "2.jpg", "3.jpg", "--library", "lib"],
      input: .text("order 3,1,2\nlist\norder 3 3 1\n"))
    let names = script.output.split(separator: "\n").map { $0.split(separator: " ")[1] }
    #expect(names == ["3.jpg", "1.jpg", "2.jpg"], "\(script)")
    #expect(script.error.contains("order must name each of the 3 photos once, such as 3,2,1"))
  }

  @Test func `a number and its unit may be two words`() throws {
    let make = ["make", "1.jpg", "2.jpg", "--quiet", "--library", "lib"]
    let wanted = try place.run(make + ["--canvas", "A6", "--gap", "3mm"]).id
    #expect(try place.run(make + ["--canvas", "A6", "--gap", "3", "mm"]).id == wanted)
    let percent = try place.run(make + ["--gap", "5%"]).id
    #expect(try place.run(make + ["--gap", "5", "%"]).id == percent)
    // A photo of that name is a photo.
    try place.folder.write(Workplace.photos[2], to: "mm")
    let four = try place.run("make", "1.jpg", "2.jpg", "3.jpg", "--gap", "3", "mm", "--json")
    #expect(four.exitCode == 0 && four.output.contains("mm\""), "\(four)")
  }

  @Test(arguments: [
    (
      ["make", ".", "date:2023"],
      "date:2023 is a word of a search; 'collage find date:2023 -0 | collage make --files0-from -' "
        + "takes the photos that it finds"
    ),
    (
      ["rome", "date:2024"],
      "'rome' is neither a command nor a file; 'collage find rome date:2024' "
        + "searches"
    ),
    (["library", "album", "new", "Holiday"], "'new' is not a command; did you mean 'create'?"),
    (["next", "."], "the picture needs a file; name it with -o, such as -o current.jpg"),
    (["--generate", "x"], "The value 'x' is invalid for '<output>': it must be one of man, "),
    (
      ["library", "list", "album:Rome"],
      "'album:Rome' is no word of a title; albums are listed with --album Rome"
    ),
  ])
  func `a word that is meant for something else is told so`(
    _ arguments: [String], _ message: String
  ) throws {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.output == "")
    #expect(outcome.error.hasPrefix("collage: \(message)"), "\(outcome.error)")
  }

  @Test func `paper lies across in words, too`() throws {
    func size(_ words: [String]) throws -> PixelSize {
      let outcome = try place.run(
        ["make", "1.jpg", "2.jpg", "--quiet", "-o", "out.png", "--force"] + words)
      #expect(outcome.exitCode == 0, "\(outcome)")
      return try place.picture("out.png").size
    }
    let across = try size(["--canvas", "A6-landscape"])
    for words in [
      ["--canvas", "A6 landscape"], ["--canvas", "A6", "landscape"],
      ["--canvas", "landscape A6"], ["--canvas", "a6", "Landscape"],
    ] {
      #expect(try size(words) == across, "\(words)")
    }
    #expect(try size(["--canvas", "A6", "portrait"]) == size(["--canvas", "A6"]))
    // A photo of that name is a photo.
    try place.folder.write(Workplace.photos[2], to: "landscape")
    let outcome = try place.run("make", "1.jpg", "--canvas", "9x6cm@50dpi", "landscape", "--json")
    #expect(outcome.exitCode == 0 && outcome.output.contains("landscape"))
  }

  @Test(arguments: [
    ("--weight", "=3"), ("--caption", "=Rome, in the rain"), ("--focus", "=.1,.9"),
    ("--turn", "=left"), ("--keep-whole", ""),
  ])
  func `a photo is named by its number or its name`(_ option: String, _ value: String) throws {
    let make = ["make", "1.jpg", "beach.jpg", "Bear.jpg", "2.jpg", "--quiet", "--library", "lib"]
    let wanted = try place.run(make + [option, "2\(value)"]).id
    for name in ["beach.jpg", "beach", "BEAC"] {
      #expect(try place.run(make + [option, "\(name)\(value)"]).id == wanted, "\(name)")
    }
    let several = try place.run(make + [option, "bea\(value)"])
    #expect(
      several.answer == .failed(64, "\(option): photos 2, 3 match 'bea'; give a number"))
    let none = try place.run(make + [option, "sea\(value)"])
    #expect(
      none.answer
        == .failed(
          64,
          "there is no photo 'sea' for \(option); give a number from 1 to 4, a file's name, or all")
    )
    // The order comes first, and names stay.
    let turned = try place.run(
      ["make", "beach.jpg", "1.jpg", "Bear.jpg", "2.jpg", "--quiet", "--library", "lib"]
        + ["--order", "2,1,3,4", option, "beach\(value)"])
    #expect(turned.id == wanted)
    let pages = try place.run(
      "pages", "1.jpg", "beach.jpg", "--canvas", "A6@50dpi", "-o", "book.pdf", option,
      "beach\(value)", "--quiet", "--force")
    #expect(pages.exitCode == 0, "\(pages)")
    let prompt = try place.run(
      ["prompt", "1.jpg", "beach.jpg", option, "beach\(value)", "--quiet"],
      input: .text("\(option.dropFirst(2)) 2\n"))
    #expect(prompt.exitCode != 64 && !prompt.output.contains("none"), "\(prompt)")
  }
}
