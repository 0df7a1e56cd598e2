internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import PhotoSources
internal import SystemPackage
internal import TerminalPictures

/// `collage pick`: choosing photos by looking; prints their paths.
struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Browse and select photos, and print their paths.",
    usage: "collage pick [<folder> ...] [<word> ...] [options]",
    discussion: """
      Shows the photos in the given folders and everything below them; by default in \
      $XDG_PICTURES_DIR, or else in the working folder. What is not a folder is a word to begin \
      the search with: collage pick rome date:2024. Type to search as in 'collage find'; Tab \
      selects, Enter finishes. The picker draws on the terminal itself, so its output can be \
      piped: collage pick -0 | collage make --files0-from -. Exits with 130 if you leave it \
      without a selection.

      Photos that show the same moment (bursts, copies, edits) are folded into the best of them, \
      or into those that are selected; its frame says how many they are. Alt-S or a click there \
      unfolds them, and folds them again; Alt-O shows all photos one by one. Alt-B selects the \
      best of the photos shown, as 'collage find --best' does: as many as can still be selected, \
      and none that show the same as those already selected. Photos are compared once all \
      thumbnails in the window are there, and what is measured is kept in \
      $XDG_CACHE_HOME/collage/series. If more than 200 of them have never been measured, those \
      are left out, and of more than 2,000 photos none are compared; then Alt-S, Alt-O or Alt-B \
      compares them all, and Esc stops that.

      Ctrl-G switches between folders and the web. Only there are words sent to the search \
      service: as you type, from three letters on, or at Enter.
      """)

  @Argument(
    help: ArgumentHelp("The folders to look in, and what to search for.", valueName: "folder"),
    completion: .directory)
  var arguments: [RawPath] = []

  @OptionGroup var library: LibraryOptions
  @OptionGroup(title: "Picker") var picker: PickerOptions
  @OptionGroup(title: "The web") var search: SearchOptions
  @OptionGroup(title: "The web") var web: WebOptions

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "End each path with a NUL byte, for make --files0-from and xargs -0.")
  var isNullTerminated = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Allow up to n photos; 6 by default.", valueName: "n"),
    transform: Count.argument)
  var max: Count?

  @Option(help: ArgumentHelp(PictureMode.help, valueName: "mode"))
  var preview: PictureMode?

  @OptionGroup var accessible: AccessibleOption

  @OptionGroup(title: "Resources") var resources: ResourceOptions

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    accessible.begin(UserSettings(), isOnTerminal: Picker.hasTerminal)
    let words = arguments.map(\.path).filter(Picker.isWord)
    // A wrong word is told before the screen is taken.
    _ = try SearchQuery(words.map(\.bytes))
    let web = try PickerWeb(search, web, web.fetcher)
    var picker = Picker(
      picker.settings(web: web), in: arguments.map(\.path).filter { !Picker.isWord($0) },
      excluding: library.known)
    picker.words = words
    picker.maxCount = max?.value
    picker.resources = resources.resources(keepsPictures: false)
    picker.preview = preview
    try print(picker.run().map(\.bytes))
  }

  private func print(_ names: [[UInt8]]) throws(CommandFailure) {
    let end = UInt8(ascii: isNullTerminated ? "\0" : "\n")
    let printable = names.filter { !$0.contains(end) }
    try StandardOutput.answer(printable.flatMap { $0 + [end] }, or: "the selected paths")
    if printable.count < names.count {
      throw CommandFailure(.data, FindTexts.leftOut(names.count - printable.count))
    }
  }
}
