import Glibc
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What fontconfig finds in the folders of fonts.
@Suite(.waiting, .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"))
struct FontFolderTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.folder.makeFolder("fonts")
  }

  private func command(_ configuration: String? = nil) throws -> ChildProcess {
    let folder = place.folder.path(of: "fonts")
    let usual = "<fontconfig><dir>\(folder)</dir><cachedir>\(folder)/cache</cachedir></fontconfig>"
    try place.folder.write(Array((configuration ?? usual).utf8), to: "fonts.conf")
    var command = BuiltProgram.command(
      Workplace.make + [
        "1.jpg", "2.jpg", "-o", "out.png", "--title", "Rome", "--font", "No Such Font",
      ],
      in: place.folder)
    command.environment["FONTCONFIG_FILE"] = place.folder.path(of: "fonts.conf").string
    return command
  }

  private var pipe: FilePath { place.folder.path(of: "fonts/pipe.ttf") }

  private func addPipe() {
    #expect(unsafe pipe.withPlatformString { unsafe mkfifo($0, 0o600) } == 0)
  }

  @Test func `a pipe among the fonts is told within seconds`() throws {
    addPipe()
    let message =
      "fontconfig, which finds fonts, is waiting for a file that never answers; remove anything that isn't a font, such as a pipe, from "
      + "the font folders, or give a font file"
    #expect(try command().run().answer == .failed(69, message))
  }

  @Test func `a signal ends the program while fontconfig waits`() throws {
    addPipe()
    let running = try command().start()
    // A pipe can be opened for writing, without waiting, as soon as somebody reads it; and whoever
    // does goes on waiting, because nothing is written.
    var writer: FileDescriptor?
    defer { try? writer?.close() }
    let isRead = Timeouts.wait(for: running) {
      writer = try? FileDescriptor.open(pipe, .writeOnly, options: .nonBlocking)
      return writer != nil
    }
    #expect(isRead)
    running.send(SIGTERM)
    // Had it waited for fontconfig, its answer would be another.
    #expect(running.wait().answer == .failed(128 + SIGTERM, "interrupted; nothing was written"))
  }

  @Test func `what fontconfig says of its configuration is no line of the program`() throws {
    let outcome = try command("<fontconfig><nonsense></fontconfig>").run()
    #expect(outcome.exitCode == 66)
    #expect(
      outcome.error.split(separator: "\n").count == 1
        && outcome.error.hasPrefix("collage: no font is called"))
  }

  @Test func `a variable font that is thin by itself is drawn in its regular weight`() throws {
    var font = FontBuilder()
    try place.folder.write(font.file, to: "thin.ttf")
    font.vary(family: "Box")
    try place.folder.write(font.file, to: "fonts/box.ttf")
    func blackPixels(_ name: String) throws -> Int {
      var command = try command()
      let options = ["--canvas", "400x200", "--title", "aaaa", "--text-size", "40", "--font", name]
      let make = ["make", "--layout", "grid", "1.jpg", "2.jpg", "-o", "out.png", "--force"]
      command.arguments = (make + options).map { Array($0.utf8) }
      let outcome = try command.run()
      #expect(outcome.exitCode == 0, "\(outcome)")
      return try place.picture("out.png").colours.count { $0 == .black }
    }
    let thin = try blackPixels("thin.ttf")
    // When asked by name, fontconfig says which of the weights is meant. Four squares of 19 by 24
    // pixels become 12 pixels wider.
    for name in ["Box", "fonts/box.ttf"] {
      let regular = try blackPixels(name)
      #expect((1000...1300).contains(regular - thin), "\(name) \(thin) \(regular)")
    }
  }
}
