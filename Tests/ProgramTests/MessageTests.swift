import FoundationEssentials
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The words that users read.
@Suite(.waiting) struct MessageTests {
  /// Every text of three words or more in the program's sources, with the file that it is in.
  private static func messages() throws -> [(file: String, text: String)] {
    let sources = FilePath(#filePath).removingLastComponent().removingLastComponent()
      .removingLastComponent()
      .appending("Sources").string
    let modules = [
      "CollageCLI/", "CollageKit/", "CollageTerminal/", "PhotoCodecs/", "PhotoSources/",
      "SafeText/",
    ]
    let literal = /"((?:[^"\\]|\\.)*)"/
    let words = /[A-Za-z]{2,} [a-z]{2,} [A-Za-z]{2,}/
    var messages: [(String, String)] = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: sources).sorted()
    where name.hasSuffix(".swift") && modules.contains(where: name.hasPrefix) {
      let text = try String(contentsOfFile: sources + "/" + name, encoding: .utf8)
      for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//")
      {
        for match in line.matches(of: literal) {
          let message = String(match.1)
          if message.contains(words) {
            messages.append((name, message))
          }
        }
      }
    }
    return messages
  }

  @Test func `all messages are in plain words`() throws {
    let messages = try Self.messages()
    // Attached so that somebody can read all of them in one go.
    Attachment.record(messages.map { "\($0.file): \($0.text)\n" }.joined(), named: "messages.txt")
    #expect(messages.count > 500)
    let unwanted =
      /(?i)\b(please|oops|sorry|illegal|unable|cannot|whilst|hereby|upon|fatal|bad|must not|of it can)\b|!$|\b(the the|a a|is is|to to|of of)\b/
    for (file, text) in messages {
      #expect(!text.contains(unwanted), "\(file): \(text)")
    }
  }
}
