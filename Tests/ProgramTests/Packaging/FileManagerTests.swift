import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The commands that file managers run, with stubs for the desktop's programs, which record their
/// arguments.
@Suite(.waiting) struct FileManagerTests {
  let place: Workplace
  private let packaging = Fixtures.path(of: "../.ci/packaging")

  init() throws {
    place = try Workplace(photos: 4)
    try place.folder.makeFolder("bin")
    try place.folder.makeSymbolicLink("bin/collage", to: BuiltProgram.path)
    for name in ["notify-send", "zenity", "kdialog", "xmessage", "xdg-open", "gio"] {
      try stub(name)
    }
  }

  /// - Parameter exitCode: what it ends with after noting its arguments.
  private func stub(_ name: String, exitCode: Int = 0) throws {
    let script = "#!/bin/sh\nprintf '%s\\n' \(name) \"$@\" >> \"$HOME/noted\"\nexit \(exitCode)\n"
    let file = FilePath("bin/\(name)")
    try place.folder.write(Array(script.utf8), to: file)
    try place.folder.setPermissions([.ownerReadWriteExecute], of: file)
  }

  private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(arguments, environment: environment)
  }

  private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    var process = ChildProcess(
      packaging.appending("make-collage"), arguments, in: place.folder.path)
    process.environment["PATH"] = place.folder.path(of: "bin").string + ":/usr/bin:/bin"
    process.environment.merge(environment) { _, new in new }
    return try process.run()
  }

  private var noted: [String] {
    let bytes = (try? place.folder.read("noted")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `Make collage saves one in the library and opens it`() throws {
    let outcome = try run("1.jpg", "2.jpg")
    #expect("\(outcome.terminationStatus), \(outcome.output)\(outcome.error)" == "exited(0), ")
    let names = try place.folder.names(in: place.library)
    #expect(names.count == 1)
    #expect(noted == ["xdg-open", place.folder.path(of: place.library).appending(names[0]).string])
  }

  @Test func `a refusal is shown as a notification`() throws {
    try place.folder.write(Workplace.photos[4], to: "a <b> & c.jpg")
    #expect(try run("1.jpg", "2.jpg", "a <b> & c.jpg").exitCode == 64)
    #expect(
      noted.prefix(5) == [
        "notify-send", "--app-name=Collage", "--icon=collage", "--", "No collage",
      ])
    #expect(noted.count == 6 && noted.last?.contains("--any-count") == true)
    #expect(try run("1.jpg", "a <missing> & c.jpg").exitCode == 66)
    #expect(noted.last?.contains("a &lt;missing&gt; &amp; c.jpg") == true)
  }

  @Test func `without notifications a dialog is shown`() throws {
    try stub("notify-send", exitCode: 1)
    #expect(try run("1.jpg").exitCode == 64)
    #expect(noted.contains("zenity") && !noted.contains("kdialog"))
    try stub("zenity", exitCode: 1)
    #expect(try run("1.jpg").exitCode == 64)
    #expect(noted.contains("kdialog") && !noted.contains("xmessage"))
  }

  @Test func `what can't be opened is said to be saved`() throws {
    try stub("xdg-open", exitCode: 3)
    try stub("gio", exitCode: 3)
    #expect(try run("1.jpg", "2.jpg").exitCode == 0)
    #expect(noted.contains("The collage is saved") && noted.last?.hasSuffix(".jpg") == true)
  }

  @Test func `Make collage… opens the prompt in the user's terminal`() throws {
    try stub("my-terminal")
    #expect(
      try run("--prompt", "1.jpg", "-2.jpg", environment: ["TERMINAL": "my-terminal"]).exitCode == 0
    )
    #expect(noted == ["my-terminal", "-e", "collage", "prompt", "--", "1.jpg", "-2.jpg"])
  }

  @Test func `a photo may be called like the option`() throws {
    try place.folder.write(Workplace.photos[2], to: "--prompt")
    try stub("my-terminal")
    for arguments in [["--prompt", "1.jpg"], ["--", "--prompt", "1.jpg"], ["1.jpg", "--prompt"]] {
      let outcome = try run(arguments)
      #expect(
        "\(outcome.terminationStatus), \(outcome.output)\(outcome.error)" == "exited(0), ",
        "\(arguments)")
    }
    // Menus pass whole paths.
    for arguments in [
      ["--prompt", "--", "--prompt"], ["--prompt", place.folder.path(of: "1.jpg").string],
    ] {
      #expect(try run(arguments, environment: ["TERMINAL": "my-terminal"]).exitCode == 0)
    }
    #expect(
      noted.filter { $0 == "my-terminal" }.count == 2
        && noted.filter { $0 == "xdg-open" }.count == 3)
  }

  @Test func `a temporary file that can't be made is told`() throws {
    let outcome = try run(
      ["1.jpg", "2.jpg"], environment: ["TMPDIR": place.folder.path(of: "nowhere").string])
    #expect(outcome.exitCode == 74 && outcome.error == "")
    #expect(
      noted.first == "notify-send" && noted.last?.contains("nowhere; free some space") == true)
    #expect(try !place.folder.names().contains("Pictures"))
  }

  @Test func `entries of menus run what the package installs`() throws {
    let own = [
      "collage prompt -- %F", "/usr/libexec/collage/make-collage %F",
      "/usr/libexec/collage/make-collage --prompt %F",
    ]
    for name in [
      "collage.desktop", "collage-servicemenu.desktop", "collage-make.nemo_action",
      "collage-prompt.nemo_action", "collage-make.thunar.desktop", "collage-prompt.thunar.desktop",
    ] {
      let entry = String(decoding: try packaging.appending(name).readFile(), as: UTF8.self)
      let commands = entry.matches(of: /\nExec=(.*)/).map { String($0.1) }
      #expect(!commands.isEmpty && commands.allSatisfy(own.contains), "\(name)")
    }
  }

  /// The extension runs with a stub of Nautilus's library.
  @Test(
    .enabled(if: Installed.program("python3") != nil, "needs python3"),
    arguments: [
      (
        "image/png",
        "[['/usr/libexec/collage/make-collage', '--', '/a b.png'], "
          + "['/usr/libexec/collage/make-collage', '--prompt', '--', '/a b.png']]"
      ),
      ("text/plain", "[]"),
    ])
  func `the menu of Nautilus runs what the package installs, for pictures alone`(
    type: String, commands: String
  ) throws {
    try place.folder.makeFolder("gi")
    try place.folder.write(
      Array(
        """
        class GObject:
            class GObject: pass
        class Nautilus:
            class MenuProvider: pass
            class MenuItem:
                def __init__(self, **properties): pass
                def connect(self, signal, action): self.action = action
        """.utf8), to: "gi/repository.py")
    try place.folder.write([], to: "gi/__init__.py")
    let script = """
      import runpy, subprocess, sys
      class File:
          def get_location(self): return self
          def get_path(self): return "/a b.png"
          def get_mime_type(self): return "\(type)"
      commands = []
      subprocess.Popen = lambda command, start_new_session: commands.append(command)
      menu = runpy.run_path(sys.argv[1])["CollageMenu"]()
      for item in menu.get_file_items([File()]): item.action(item)
      print(commands)
      """
    let python = try #require(Installed.program("python3"))
    var process = ChildProcess(
      python, ["-c", script, packaging.appending("nautilus.py").string], in: place.folder.path)
    process.environment["PYTHONPATH"] = "."
    let outcome = try process.run()
    #expect(outcome.output == commands + "\n" && outcome.error == "")
  }
}
