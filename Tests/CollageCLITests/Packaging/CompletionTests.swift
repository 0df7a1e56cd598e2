import CollageKit
import CollageTerminal
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import CollageCLI

@Suite(.waiting) struct CompletionTests {
  private func words(_ typed: String...) -> [String] { Completer(typed).candidates.map(\.text) }

  private func files(_ typed: String...) -> Completer.Files { Completer(typed).files }

  @Test(arguments: ["--title ", "--title=", "'", "\"", "\\'", "-"])
  func `a word of any length is completed in time that grows with it`(beginning: String) throws {
    let place = try Workplace(photos: 0)
    // An argument has at most 128 KiB.
    let isLinear = try Growth.isLinear(upTo: 128_000) { count in
      let line = "collage make \(beginning)\(String(repeating: "x", count: count))"
      let outcome = try place.run("---complete", "bash", line, "x")
      #expect(outcome.exitCode == 0)
      return outcome.cpuSeconds
    }
    #expect(isLinear)
  }

  @Test func `the first word can be a command or a photo`() {
    #expect(words("l") == ["library"])
    #expect(words("").contains("make") && !words("").contains("generate"))
    #expect(files("") == .photos && files("make", "") == .photos)
  }

  @Test func `what help explains is offered behind it`() {
    #expect(words("help", "ga") == ["gap"] && words("help", "--ga") == ["--gap"])
    #expect(words("help", "pa").starts(with: ["pages", "paper"]))
    #expect(words("help", "pages", "col").contains("columns"))
    #expect(words("help", "library", "li") == ["list"])
  }

  @Test func `options of every command are offered behind help, each once`() {
    #expect(words("help", "be") == ["best", "best-first"])
    #expect(words("help", "cove") == ["cover"])
    #expect(words("help", "--best") == ["--best", "--best-first"])
    #expect(words("help", "titl").count { $0 == "title" } == 1)
  }

  @Test func `settings and their values are offered behind config`() {
    for command in ["show", "set"] {
      #expect(words("config", command, "ga") == ["gap"], "\(command)")
    }
    #expect(words("config", "acc") == ["accessible"] && words("config", "uns") == ["unset"])
    #expect(words("config", "set", "layout", "mo") == ["mosaic"])
    #expect(words("config", "layout", "mo") == ["mosaic"])
    #expect(words("config", "set", "look", "pola") == ["polaroid"])
    #expect(words("config", "set", "accessible", "") == ["on", "off"])
    #expect(words("config", "set", "layout", "mosaic", "").isEmpty)
  }

  @Test func `what is in the file of defaults is offered to be unset`() throws {
    let place = try Workplace(photos: 0)
    for line in ["gap 2%", "look film"] {
      #expect(
        try place.run(["config", "set"] + line.split(separator: " ").map(String.init)).exitCode == 0
      )
    }
    let offered = try place.run("---complete", "fish", "config", "unset", "")
    #expect(offered.output == "none\ngap\nlook\n", "\(offered)")
  }

  @Test func `what the program generates is offered`() {
    #expect(words("--gen") == ["--generate"])
    #expect(words("--generate", "complete-") == ["complete-bash", "complete-zsh", "complete-fish"])
  }

  @Test func `commands of commands are offered with what they do`() {
    #expect(words("library", "r") == ["remove", "remake"])
    #expect(
      Completer(["library", "album", "sh"]).candidates.map(\.description) == [
        "Print an album's id and folder, and the ids of its collages."
      ])
    #expect(files("library", "") == .none)
  }

  @Test func `what is no command is a photo of make`() {
    #expect(words("a.jpg", "--lay") == ["--layout", "--layout-file"])
    #expect(files("a.jpg", "b.jpg", "") == .photos)
    #expect(words("--lay") == ["--layout", "--layout-file"] && words("--vers") == ["--version"])
  }

  @Test func `values follow an option, or an equals sign`() {
    #expect(words("make", "--layout", "m") == ["mosaic"])
    #expect(words("make", "--layout=m") == ["--layout=mosaic"])
    #expect(words("make", "--turn", "2=r") == ["2=right"])
    #expect(words("find", "--web", "--service", "") == ["openverse", "commons"])
    #expect(words("find", "d") == ["date:"] && words("find", "sq") == ["square"])
  }

  @Test func `an option that was given is not offered again, unless it may be`() {
    #expect(words("make", "--gap", "1%", "--gap").isEmpty)
    #expect(words("make", "--focus", "1=0,0", "--focus") == ["--focus"])
    #expect(words("make", "--", "--ga").isEmpty && files("make", "--", "--ga") == .photos)
  }

  @Test func `folders and files are offered where they are meant`() {
    #expect(files("pick", "") == .folders && files("make", "a.jpg", "--library", "") == .folders)
    #expect(
      files("find", "--in=") == .folders && files("batch", "") == .files
        && files("make", "-o", "") == .files)
    #expect(files("make", "--layout", "") == .none && files("formats", "") == .none)
  }

  @Test func `collages and albums of the library that is named are offered`() throws {
    let place = try Workplace(photos: 4)
    let ids = try [["1.jpg", "2.jpg"], ["3.jpg", "4.jpg"]].map { photos in
      String(try place.run(["make"] + photos).output.dropLast())
    }
    #expect(try place.run("library", "album", "create", "Old Rome").exitCode == 0)
    #expect(try place.run("library", "album", "create", "$(touch made)").exitCode == 0)
    let library = place.folder.path(of: place.library).string
    #expect(Set(words("library", "show", "--library", library, "")) == Set(ids))
    for id in ids {
      let candidate = try #require(
        Completer(["library", "path", "--library", library, String(id.prefix(6))]).candidates.first)
      #expect(candidate.text == id)
      #expect(
        candidate.description.wholeMatch(of: /[1-4]\.jpg, [1-4]\.jpg [0-9-]{10} [0-9:]{5}/)
          != nil)
    }
    #expect(
      words("library", "list", "--library", library, "--album", "") == [
        "$(touch made)", "Old Rome",
      ])
    #expect(
      words("library", "album", "add", "--library", library, "Old Rome", String(ids[0].prefix(8)))
        == [ids[0]])
  }

  @Test func `names are compared as they are written on the disk, not as they look`() throws {
    let place = try Workplace()
    let names = ["\u{E9}t\u{E9}", "e\u{301}te\u{301}", "a:\u{301}bc"]
    for name in names { #expect(try place.run("library", "album", "create", name).exitCode == 0) }
    let library = place.folder.path(of: place.library).string
    let line = "collage library list --library \(library) --album "
    for (typed, word, rest) in [
      ("\u{E9}", "\u{E9}", names[0]), ("e\u{301}", "e\u{301}", names[1]), ("e", "e", names[1]),
      // Bash ends words at colons, and knows no combining marks.
      ("a:\u{301}b", "\u{301}b", "\u{301}bc"),
    ] {
      let answer = try CompletionAnswer.bytes(["bash", line + typed, word])
      #expect(answer == Array("none\n\(word)\n\n\(rest)\n".utf8), "\(typed)")
    }
    // In an open quote a word goes on behind a space.
    for quote in ["'", "\""] {
      let answer = try CompletionAnswer.bytes([
        "bash", "collage make \(quote)--output=my ph", "--output=my ph",
      ])
      #expect(answer == Array("files\nmy ph\n--output=\n".utf8))
    }
    // An equals sign with a combining mark is one.
    let answer = try CompletionAnswer.bytes(["bash", "collage make --output=\u{301}b", "\u{301}b"])
    #expect(answer == Array("files\n\u{301}b\n\n".utf8))
  }

  @Test func `a shell that there is no script for is refused`() throws {
    let place = try Workplace()
    #expect(try place.run("---complete", "tcsh", "").exitCode == 64)
    #expect(try place.run("---complete", "bash").exitCode == 64)
    #expect(try place.run("---complete").exitCode == 64)
  }
}

/// The shells that completion is made for.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var arguments: [String] {
    switch self {
    case .bash: ["--norc", "--noprofile", "-i"]
    case .zsh: ["-f", "-i"]
    case .fish: ["--no-config", "-i"]
    }
  }

  var setup: String {
    switch self {
    case .bash: "source ./script"
    case .zsh: "autoload -U compinit; compinit -u -D; source ./script"
    case .fish: "set -g fish_autosuggestion_enabled 0; source ./script"
    }
  }

  static let areInstalled = allCases.allSatisfy { Installed.program($0.rawValue) != nil }
}

/// The scripts in real shells.
@Suite(.waiting, .enabled(if: Shell.areInstalled, "needs bash, zsh and fish"))
struct ShellCompletionTests {
  let place: Workplace
  let id: String

  init() throws {
    place = try Workplace()
    id = String(try place.run("1.jpg", "2.jpg").output.dropLast())
    _ = try place.run("library", "album", "create", "$(touch made)")
    try place.folder.makeFolder("bin")
    try place.folder.makeSymbolicLink("bin/collage", to: BuiltProgram.path)
    for name in ["my photo.JPG", "my photo.txt", "list.txt"] {
      try place.folder.write([], to: FilePath(name))
    }
    for name in ["tw\n$(touch made)\n; touch made.JPG", "tab\t$(touch made).JPG"] {
      try place.folder.write([], to: FilePath(name))
    }
  }

  /// A shell that has read its script, and is ready.
  private func terminal(of shell: Shell) throws -> PseudoTerminal {
    var process = ChildProcess(
      try #require(Installed.program(shell.rawValue)), shell.arguments, in: place.folder.path)
    process.environment["PATH"] =
      place.folder.path(of: "bin").string + ":/usr/local/bin:/usr/bin:/bin"
    process.environment["PS1"] = "$ "
    let terminal = try PseudoTerminal(running: process, rows: 50, columns: 160)
    try terminal.send(
      shell.setup
        + "; echo ready$((1 + 1))\r".replacing(
          "$((1 + 1))", with: shell == .fish ? "(math 1 + 1)" : "$((1 + 1))"))
    try terminal.wait { $0.text.contains("ready2") }
    return terminal
  }

  @Test(.timeLimit(.minutes(20)), arguments: Shell.allCases)
  func `Tab completes in the shell`(_ shell: Shell) throws {
    try place.folder.write(place.run("--generate", "complete-\(shell)").outputBytes, to: "script")
    let terminal = try terminal(of: shell)
    for (typed, completed) in [
      ("collage make --layout m", "collage make --layout mosaic "),
      ("collage make --layout=m", "collage make --layout=mosaic "),
      ("collage 1.jpg my", #"collage 1.jpg my\ photo.JPG "#),
      ("collage my", #"collage my\ photo.JPG "#),
      ("collage make --files0-from li", "collage make --files0-from list.txt "),
      ("collage pick bi", "collage pick bin/"),
      ("collage library show \(id.prefix(5))", "collage library show \(id) "),
      ("collage library list --album '$", "collage library list --album '$(touch made)"),
      ("collage find da", "collage find date:"),
      (#"collage make --output=my\ photo.J"#, #"collage make --output=my\ photo.JPG "#),
      (#"collage make "--output=my photo.J"#, #"collage make "--output=my photo.JPG" "#),
      (#"collage make '--output=my photo.J"#, #"collage make '--output=my photo.JPG"#),
      ("collage make '--library=bi", "collage make '--library=bin/"),
    ] {
      try terminal.send(typed + "\t")
      // What follows shows where the cursor is.
      try terminal.send("+")
      try terminal.wait { $0.text.contains(completed + (completed.contains("'") ? "" : "+")) }
      // Ctrl-U forgets the line.
      try terminal.send("\u{15}")
    }
    #expect(try !place.folder.names().contains("made"))
  }

  @Test(.timeLimit(.minutes(20)), arguments: Shell.allCases)
  func `names with line breaks and tabs are whole or not there, and nothing of them is run`(
    _ shell: Shell
  ) throws {
    try place.folder.write(place.run("--generate", "complete-\(shell)").outputBytes, to: "script")
    let terminal = try terminal(of: shell)
    for (number, typed) in ["tw", "\"tw", "ta", "--output=tw"].enumerated() {
      let sum = shell == .fish ? "(math 40 + \(number))" : "$((40 + \(number)))"
      let closing = typed.hasPrefix("\"") ? "\"" : ""
      try terminal.send("collage make --dry-run 1.jpg \(typed)\t")
      // It is shown when the completion has ended, which Ctrl-C would forget, and the line with it.
      try terminal.send("\(closing) ; echo ended-\(sum)")
      try terminal.wait { $0.text.contains("; echo ended-\(sum)") }
      try terminal.send("\r")
      try terminal.waitUntilQuiet(for: .milliseconds(500))
      // A quote of its own may be open.
      try terminal.send("\u{3}")
      try terminal.waitUntilQuiet(for: .milliseconds(500))
      try terminal.send("echo again-\(sum)\r")
      try terminal.wait { $0.text.contains("again-4\(number)") }
    }
    #expect(try !place.folder.names().contains { $0.hasPrefix("made") })
  }

  @Test(.timeLimit(.minutes(20)), arguments: Shell.allCases)
  func `what Tab inserts names the album in every kind of quotes, and nothing of it is run`(
    _ shell: Shell
  ) throws {
    let name = #"it's "5" $(touch made) `touch made` \!x"#
    _ = try place.run("library", "album", "create", name)
    let expected = try place.run("library", "album", "show", name).output
    try place.folder.write(place.run("--generate", "complete-\(shell)").outputBytes, to: "script")
    let terminal = try terminal(of: shell)
    for (number, typed) in ["it", "\"it", "'it", "it\\'s\\ "].enumerated() {
      // What is typed has another form than what it prints.
      let sum = shell == .fish ? "(math 40 + \(number))" : "$((40 + \(number)))"
      try terminal.send(
        "collage library album show \(typed)\t > shown-\(number); echo ended-\(sum)\r")
      try terminal.wait { $0.text.contains("ended-4\(number)") }
      #expect(
        try String(decoding: place.folder.read(FilePath("shown-\(number)")), as: UTF8.self)
          == expected, "\(typed)")
    }
    #expect(try !place.folder.names().contains("made"))
  }
}
