internal import ArgumentParser
internal import CProcess
internal import CollageKit
internal import Glibc
internal import PhotoSources
internal import TerminalPictures

/// `collage prompt`: choosing photos step by step, on a terminal or from a script.
struct PromptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompt",
    abstract: "Choose photos step by step, with a preview.",
    usage: "collage prompt [<photo> ...] [options]",
    discussion: """
      On a terminal this is a prompt with a live preview; type help there. With piped standard input the same commands, \
      one a line, run as a script, which stops at the first that fails; saved ids go to standard output.
      """)

  @OptionGroup var photos: PhotoArguments
  @OptionGroup var collage: CollageArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var places: PlaceOptions
  @OptionGroup(title: "Photos from the web") var web: UntrustedWebOptions

  @Option(
    help: ArgumentHelp(
      "Begin with a saved collage: its photos and settings, with those of the other options over them.",
      valueName: "id|file"), completion: .savedCollages, transform: CollageReference.argument)
  var reopen: CollageReference?

  @OptionGroup var finder: FinderOptions

  @OptionGroup(title: "Picker") var picker: PickerOptions
  @OptionGroup(title: "Picker") var search: SearchOptions

  @Option(help: ArgumentHelp(PictureMode.help, valueName: "mode"))
  var preview: PictureMode?

  @Flag(help: "Show no warnings.")
  var quiet = false

  func run() throws {
    try output.checkPlace()
    let changes = try collage.changes()
    let options = try changes.options(over: CollageOptions(), photos: nil)
    var maker = CollageMaker(options, encoding: try output.encoding(options.encoding))
    maker.resources = collage.resources.resources
    maker.faces = FaceFinder(resources: maker.resources)
    maker.places = places.places
    let fetcher = web.common.fetcher
    maker.web = web.common.photos(fetcher)
    let chosen = try photos.addresses()
    let opening = OpeningOptions(
      folders: finder.folders.map(\.path), changes: reopen == nil ? nil : changes,
      web: web.photos(fetcher))
    var commands: [Command] = reopen.map { [.open($0)] } ?? []
    if !chosen.isEmpty { commands.append(.addLines([.addresses(chosen)])) }
    let pickerWeb = try PickerWeb(search, web.common, fetcher)
    let isConversation = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let capabilities = TerminalCapabilities(environment: Environment.all)
    if isConversation, !capabilities.isDumb, let device = RawTerminal() {
      guard cprocess_can_dispatch() else {
        throw CommandFailure(
          .inputOutput,
          "the prompt needs more threads or open files than the system gives; raise the limits (ulimit -u, -n), or pipe "
            + "commands in")
      }
      let terminal = TerminalSession(device, requestedMode: try PictureMode.chosen(preview))
      let status = InteractivePrompt(
        on: terminal, maker: maker, output: output, opening: opening,
        picker: { [picker, library = output.library, faces = maker.faces] composer, limits in
          PickerDependencies(
            folders: UserFolders.searched([]), library: try? library.resolved().folder,
            thumbnails: picker.thumbnails(limits), web: pickerWeb, composer: composer, faces: faces,
            leavesOutDuplicates: picker.noDuplicates, turnsPhotos: true)
        }, isQuiet: quiet
      ).run(commands)
      pickerWeb.photos.close()
      if status != .done { throw CommandFailure(status, []) }
    } else {
      let style = TerminalStyle(hasAttributes: false, isUTF8: capabilities.isUTF8)
      try ScriptRunner(
        maker, output: output, opening: opening, isQuiet: quiet,
        conversation: isConversation ? style : nil
      ).run(commands)
    }
  }
}
