import CollageKit
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct HelpTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help is an answer, and names every command`(_ arguments: [String]) throws {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.contains("collage PHOTO... [options]"))
    for command in ["make", "prompt", "find", "batch", "library"] {
      #expect(outcome.output.contains("\n  \(command) "))
    }
  }

  @Test func `whole help on make names every option`() throws {
    let outcome = try place.run("make", "--help-all")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    let own = [
      "-o, --output", "--offline", "--refresh", "--max-download", "--web-cache", "--ca-file",
      "--library", "--album",
      "--force", "--memory", "--jobs", "--json", "--quiet", "--files-from", "--files0-from",
      "--dry-run",
      "--explain", "--alternatives",
      "--layout-file", "--no-photo-places", "--look", "--best", "--all", "-r, --recursive",
      "--collages", "--no-config",
    ]
    let ofSettings = Setting<CollageOptions>.all.map(\.name) + Setting<PhotoOptions>.all.map(\.name)
    for option in own + ofSettings.map({ "--\($0)" }) {
      #expect(outcome.output.contains("\n  \(option)"), "\(option)")
    }
    // Everything that help lists is in this list.
    let named = outcome.output.matches(of: /\n  (?:-., )?--([a-z0-9-]+)/).map { String($0.1) }
    let known = own.map { $0.replacing(/.*--/, with: "") } + ofSettings + ["version", "help"]
    #expect(Set(named).subtracting(known) == [])
    #expect(
      try place.run("help", "make").output == place.run("make", "--help").output)
  }

  @Test(arguments: [
    ["make"], ["pages"], ["prompt"], ["batch"], ["library", "remake"], ["find"], ["pick"],
    ["next"], ["watch"],
  ])
  func `help is one screen: examples, the usual options, and where the others are`(
    _ command: [String]
  ) throws {
    let outcome = try place.run(command + ["--help"])
    #expect(outcome.exitCode == 0 && outcome.error == "")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 60, "\(lines.count)")
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(outcome.output.hasPrefix("OVERVIEW: ") && outcome.output.contains("\nEXAMPLES:\n"))
    #expect(
      outcome.output.contains(
        "collage help TOPIC      looks, paper, searches, captions, keys, completion,"))
    let named = outcome.output.matches(of: /\n  (?:-., )?--([a-z0-9-]+)/).map { String($0.1) }
    #expect(named.count > 15)
    let whole = try place.run(command + ["--help-all"]).output
    for option in named where option != "help-all" {
      #expect(whole.contains("--\(option)"), "\(option)")
    }
    #expect(whole.split(separator: "\n").count > lines.count)
    #expect(try place.run(["help"] + command).output == outcome.output)
  }

  @Test(arguments: [
    ("gap", "--gap <length>\n  The space between photos"), ("--gap", "--gap <length>\n"),
    ("spacing", "--gap <length>\n"), ("best", "--best <n>\n"),
    ("cut-marks", "--cut-marks\n  Draw lines"),
    ("paper", "At a photo shop"), ("searches", "date:2024-07"), ("looks", "polaroid"),
    ("keys", "\nWhile photos are arranged (Ctrl-T):\n  arrows "), ("keys", "\nIn the picker "),
    ("keyboard", "\n  hjkl "), ("mouse", "\n  wheel "),
    ("captions", "{date:d MMMM yyyy}"), ("frame", "--template <file>\n"),
    ("print", "At a photo shop"), ("strip", "--layout <name>\n"), ("bw", "--tone <name>\n"),
    ("rows", "--layout <name>\n"), ("cover", "--cover\n"),
    ("film", "polaroid"), ("bash", "collage --generate complete-bash"),
    ("date", "date:2024-07"), ("date", "--captions <"), ("--columns", "  Of: pages, batch.\n"),
  ])
  func `help explains one option, and topics`(_ name: String, _ text: String) throws {
    let outcome = try place.run("help", name)
    #expect(outcome.exitCode == 0 && outcome.error == "")
    #expect(outcome.output.contains(text), "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").filter { $0.count > 80 } == [])
  }

  @Test(
    arguments: [
      "paper", "searches", "looks", "captions", "completion", "film", "accessible", "promises",
      "stability", "keys", "shortcuts",
    ])
  func `the prompt explains the same topics`(_ topic: String) throws {
    let outcome = try place.run(["prompt"], input: .text("help \(topic)\n"))
    #expect(outcome.answer == .done(try place.run("help", topic).output), "\(outcome)")
    #expect(
      try place.run(["prompt"], input: .text("help\n")).output
        .contains("looks, paper, searches, captions, keys, accessible, all\n"))
  }

  @Test func `an exact name comes before what else is meant`() throws {
    let columns = try place.run("help", "--columns").output
    #expect(columns.hasPrefix("--columns <n>\n") && columns.contains("\n--layout <name>\n"))
    let ofPages = try place.run("help", "pages", "columns")
    #expect(ofPages.exitCode == 0 && ofPages.output.hasPrefix("--columns <n>\n"))
    #expect(ofPages.output.contains("  Of: pages.\n"), "\(ofPages)")
    try place.expectNothingChanges(
      by: ["help", "pages", "nonsense"],
      .failed(64, "'nonsense' is not a command; see 'collage pages --help'"))
  }

  @Test func `help on the program ends with the topics`() throws {
    let help = try place.run("help").output
    #expect(
      help.hasSuffix(
        "\n  looks, paper, searches, captions, keys, completion, accessible, promises,\n"
          + "  exit-codes, environment.\n"), "\(help)")
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 50, "\(lines.count)")
    // Examples come first.
    let examples = try #require(help.firstRange(of: "EXAMPLES:\n  collage a.jpg")).lowerBound
    #expect(try examples < #require(help.firstRange(of: "USAGE: ")).lowerBound)
    #expect(try place.run("--help").output == help)
  }

  @Test func `an option and the one that negates it say both sides`() throws {
    let help = try place.run("make", "--help-all").output.replacing(/\n +/, with: " ")
    #expect(
      help.contains("Draw lines on the sheet that show where to cut. With --no-cut-marks, don't."))
    let offered = try place.run("---complete", "fish", "make", "--no-cut").output
    #expect(offered.contains("Don't draw lines on the sheet that show where to cut."), "\(offered)")
  }

  @Test(arguments: ["list", "show", "path", "verify", "remove", "undo", "remake"])
  func `every command of the library has its help`(_ command: String) throws {
    let outcome = try place.run("library", command, "--help")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    #expect(outcome.output.contains("USAGE: collage library \(command) "))
    #expect(outcome.output.contains("--library <folder>"))
    #expect(outcome.output.contains("--json"))
    #expect(try place.run("library", "--help").output.contains("\n  \(command) "))
  }

  @Test func `the program's manual names every command of the library`() throws {
    let page = try place.run("--generate", "markdown").output
    let named = page.matches(of: /\ncollage library <([a-z|]*)> \[options\]/).flatMap {
      $0.1.split(separator: "|")
    }
    let commands = try place.run("library", "--help").output.split(separator: "SUBCOMMANDS:")[1]
      .matches(of: /\n  ([a-z]+)[ ]/).map(\.1)
    #expect(Set(named) == Set(commands) && commands.count == 11)
  }

  @Test(arguments: [nil, "make", "prompt", "find", "pick", "batch", "next", "library", "formats"])
  func `help fits 80 columns`(command: String?) throws {
    let help = try place.run((command.map { [$0] } ?? []) + ["--help"]).output
    #expect(help.split(separator: "\n").filter { $0.count > 80 } == [])
  }

  @Test func `the usage of make begins with examples, and its most used options come first`() throws
  {
    let help = try place.run("make", "--help-all").output
    #expect(help.contains("USAGE: collage make a.jpg b.jpg c.jpg d.jpg\n"))
    let places = ["-o, --output", "--album", "--gap", "--background", "--jobs"].map {
      help.firstRange(of: "\n  \($0)")?.lowerBound
    }
    #expect(
      places.compactMap(\.self) == places.compactMap(\.self).sorted() && !places.contains(nil))
    #expect(help.contains("12 (pixels), 2mm"))
    #expect(
      try place.run("batch", "--schema").output.contains(
        "The space between photos: 12 (pixels), 2mm (or cm, in, pt) or 2%"))
  }

  @Test func `help on what is no command is an error`() throws {
    try place.expectNothingChanges(
      by: ["help", "xyzzy"],
      .failed(64, "'xyzzy' is neither a command, an option nor a topic; see 'collage help'"))
    try place.expectNothingChanges(
      by: ["help", "library", "lst"], .failed(64, "'lst' is not a command; did you mean 'list'?"))
    #expect(
      try place.run("help", "library", "album", "show").output
        == place.run("library", "album", "show", "--help").output
    )
  }

  @Test(arguments: ["list", "show", "create", "rename", "remove", "add", "take"])
  func `every command of albums has its help`(_ command: String) throws {
    let outcome = try place.run("library", "album", command, "--help")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    #expect(outcome.output.contains("USAGE: collage library album \(command) "))
    #expect(try place.run("library", "album", "--help").output.contains("\n  \(command) "))
  }

  @Test func `the version is three numbers`() throws {
    let outcome = try place.run("--version")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    let numbers = outcome.output.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    #expect(outcome.output.hasSuffix("\n"))
    #expect(numbers.count == 3 && numbers.allSatisfy { Int($0) != nil })
  }

  @Test(arguments: [
    ["--nonsense"], ["make", "--nonsense"], ["make", "1.jpg", "2.jpg", "--nonsense"],
    ["library", "list", "--nonsense"],
    ["1.jpg", "2.jpg", "--nonsense"],
  ])
  func `an unknown option is one line`(_ arguments: [String]) throws {
    let before = try place.folder.snapshot()
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64)
    #expect(outcome.output == "")
    #expect(outcome.errorLines == 1)
    #expect(outcome.error.hasPrefix("collage: Unknown option '--nonsense'"))
    #expect(try place.folder.snapshot() == before)
  }

  @Test(arguments: [
    (["--help", "--generate-completion-script"], "collage --help"),
    (["--version", "--generate-completion-script=zsh"], "collage --help"),
    (["make", "--experimental-dump-help"], "collage make --help"),
    (["library", "list", "--experimental-dump-help"], "collage library list --help"),
  ])
  func `an option of the argument parser's own is unknown, and the help is named that is there`(
    arguments: [String], help: String
  ) throws {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.error.hasSuffix("; see '\(help)'\n"))
  }

  @Test(arguments: [
    ("mak", "make"), ("maek", "make"), ("mkae", "make"), ("libary", "library"),
    ("librarys", "library"),
    ("hlep", "help"), ("list", "library list"), ("remvoe", "library remove"),
    ("rm", "library remove"), ("delete", "library remove"), ("restore", "library undo"),
    ("A4", "make --canvas A4"), ("10x15", "make --canvas 10x15cm@300dpi"),
    ("print", "make --canvas"), ("size", "make --canvas"), ("paper", "make --canvas"),
    ("rounded", "make --corner-radius"), ("corners", "make --corner-radius"),
    ("radius", "make --corner-radius"), ("bigger", "make --weight' or 'make --canvas"),
    ("montage", "make"), ("export", "make --output"), ("rename", "library album rename"),
    ("edit", "prompt --reopen"), ("watermark", "make --overlay"),
  ])
  func `a mistyped command is told the one that was meant`(_ word: String, _ command: String) throws
  {
    try place.expectNothingChanges(
      by: [word, "1.jpg", "2.jpg"],
      .failed(64, "'\(word)' is neither a command nor a file; did you mean '\(command)'?")
    )
  }

  @Test(arguments: [
    (["make", "--size", "A4"], "--size", "--canvas"),
    (["1.jpg", "--size=A4"], "--size", "--canvas"),
    (["prompt", "--paper", "A4"], "--paper", "--canvas"),
    (["batch", "--radius", "4"], "--radius", "--corner-radius"),
    (["make", "--bigger", "1=2"], "--bigger", "--weight' or '--canvas"),
    (["make", "--page-numbers"], "--page-numbers", "--footer"),
    (["make", "--logo", "1.jpg"], "--logo", "--overlay"),
    (["make", "--keep-face", "1"], "--keep-face", "--keep-whole' or '--focus"),
    (["make", "--frame", "2"], "--frame", "--border' or '--template"),
    (["make", "--swap", "1,2"], "--swap", "--order"),
    (["make", "--rows", "2"], "--rows", "--cells 3x2' or '--layout rows"),
    (["make", "--width", "900"], "--width", "--canvas"),
    (["make", "--shuffle"], "--shuffle", "--order' or '--pick"),
    (["make", "--overwrite"], "--overwrite", "--force"),
    (["make", "--verbose"], "--verbose", "--explain"),
    // In a batch it takes no number of a photo, but it is there.
    (["batch", "--bigger", "1=2"], "--bigger", "--weight' or '--canvas"),
  ])
  func `an option by another name is told the one that is there`(
    _ arguments: [String], _ option: String, _ meant: String
  ) throws {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.output == "" && outcome.errorLines == 1)
    #expect(
      outcome.error.hasPrefix("collage: Unknown option '\(option)'. Did you mean '\(meant)'?"),
      "\(outcome.error)")
  }

  @Test func `a bare word that is neither command nor file is reported`() throws {
    for (arguments, advice) in [
      (["frobnicate"], "'collage find frobnicate' searches for it"),
      (["frobnicate", "1.jpg"], "see 'collage help'"),
    ] {
      try place.expectNothingChanges(
        by: arguments, .failed(64, "'frobnicate' is neither a command nor a file; \(advice)"))
    }
  }

  @Test func `a file that is named almost like a command is a photo`() throws {
    try place.folder.write(Workplace.photos[2], to: "mak")
    #expect(try place.run("mak", "1.jpg", "--canvas", "40x20px").exitCode == 0)
  }

  @Test func `an option without its value, and one that is given no value, are reported`() throws {
    for (arguments, message) in [
      (
        ["make", "1.jpg", "2.jpg", "-o"], "Missing value for '-o <file>'; see 'collage make --help'"
      ),
      (
        ["1.jpg", "2.jpg", "--format"],
        "Missing value for '--format <jpeg|png|pdf|webp|avif|jxl>'; see 'collage help format'"
      ),
      (["library", "show"], "'<id|file>' is missing; see 'collage library show --help'"),
      (
        ["formats", "surplus"],
        "Unexpected argument 'surplus'; see 'collage formats --help'"
      ),
      (["library", "nonsense"], "'nonsense' is not a command; see 'collage library --help'"),
      (["library", "lst"], "'lst' is not a command; did you mean 'list'?"),
      (["library", "rm"], "'rm' is not a command; did you mean 'remove'?"),
      (["library", "restore"], "'restore' is not a command; did you mean 'undo'?"),
    ] {
      try place.expectNothingChanges(by: arguments, .failed(64, message))
    }
  }

  @Test func `help that can't be written is 74`() throws {
    #expect(try place.shell(#""$@" >/dev/full"#, ["--help"]).exitCode == 74)
    #expect(try place.shell(#""$@" >&-"#, ["--version"]).exitCode == 74)
  }
}
