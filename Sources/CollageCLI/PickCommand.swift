internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import TerminalPictures

/// `collage pick`: choosing photos by looking; prints their paths.
struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Choose photos by looking, and print their paths.",
    usage: "collage pick [<folder> ...] [options]",
    discussion: """
      Shows the photos in the folders, by default in $XDG_PICTURES_DIR, else in the working folder, and in all folders \
      below them. Type to search, with the words of 'collage find'; Tab chooses, Enter ends. It draws on the terminal \
      itself, so the paths can be piped: collage pick -0 | collage make --files0-from -. Ends with 130 when it is left \
      without a choice.

      Ctrl-G searches the web instead of folders, and back; words are sent to the service's server only then.
      """)

  @Argument(
    help: ArgumentHelp("Where to look for photos.", valueName: "folder"), completion: .directory)
  var folders: [RawPath] = []

  @OptionGroup var library: LibraryOptions
  @OptionGroup(title: "Picker") var picker: PickerOptions
  @OptionGroup(title: "The web") var search: SearchOptions
  @OptionGroup(title: "The web") var web: WebOptions

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "End each path by a zero byte, for make --files0-from and xargs -0.")
  var isNullTerminated = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Let n photos be chosen at most; 6 by default.", valueName: "n"),
    transform: Count.argument)
  var max: Count?

  @Option(help: ArgumentHelp(PictureMode.help, valueName: "mode"))
  var preview: PictureMode?

  @OptionGroup(title: "Resources") var resources: ResourceOptions

  func run() throws {
    let web = try PickerWeb(search, web, web.fetcher)
    var picker = Picker(
      picker.settings(web: web), in: folders.map(\.path), excluding: library.known)
    picker.maxCount = max?.value
    picker.resources = resources.resources(keepsPictures: false)
    picker.preview = preview
    try print(picker.run().map(\.bytes))
  }

  private func print(_ names: [[UInt8]]) throws(CommandFailure) {
    let end = UInt8(ascii: isNullTerminated ? "\0" : "\n")
    let printable = names.filter { !$0.contains(end) }
    try StandardOutput.answer(printable.flatMap { $0 + [end] }, or: "the chosen paths")
    if printable.count < names.count {
      throw CommandFailure(.data, FindTexts.leftOut(names.count - printable.count))
    }
  }
}
