internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SystemPackage

/// `collage describe`: a picture in words.
struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Say in words what a saved collage shows.",
    usage: "collage describe <id|file> [options]",
    discussion: """
      This is what the file says to people who don't see the picture, as 'collage make --alt' has \
      chosen it. A collage whose file says nothing is described from its recipe: number and layout \
      of its photos, and what is drawn. Of another picture it is the alternative text, or the \
      description, that its metadata contain; exits with 1 if there is none.

      To correct it, make the collage again with other words: 'collage library remake ID --alt \
      TEXT', or '--alt 2=TEXT' for what it says of photo 2.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp(
      "A picture, or the first four or more characters of a saved collage's id.",
      valueName: "id|file"), completion: .savedCollages, transform: CollageReference.argument)
  var collage: CollageReference

  @Flag(help: "Print at most 300 characters.")
  var brief = false

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() throws {
    let (path, id) = try place()
    let description: StatedDescription?
    do {
      description = try StatedDescription(of: path)
    } catch {
      throw CommandFailure(error)
    }
    guard let description else {
      throw CommandFailure(.nothingFound, "\(path.displayed): it has no description")
    }
    let report: Report = [
      "id": id, "path": path.inJSON, "alt": description.text, "brief": description.brief,
      "source": description.source.rawValue,
    ]
    let text = brief ? description.brief : description.text
    try StandardOutput.answer([json ? report.json : Array(text.utf8).displayed])
  }

  /// Where the picture is, and its id if it is named by that.
  private func place() throws -> (path: FilePath, id: String?) {
    switch collage {
    case .file(let path): return (path, nil)
    case .id(let id):
      let asset = try library.resolved().asset(id)
      return (asset.path, asset.id.text)
    }
  }
}
