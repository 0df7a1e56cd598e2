internal import ArgumentParser
internal import CProcess
internal import CollageKit
internal import Glibc
internal import PhotoSources
internal import TerminalPictures

/// `collage prompt`: choosing photos step by step, on a terminal or by a script.
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
  @OptionGroup(title: "Photos from the web") var web: WebOptions

  @OptionGroup(title: "Picker") var picker: PickerOptions
  @OptionGroup(title: "Picker") var search: SearchOptions

  @Option(help: ArgumentHelp(PreviewModeChoice.help, valueName: "mode"))
  var preview: PictureMode?

  @Flag(help: "Show no warnings.")
  var quiet = false

  func run() throws {
    let options = try collage.options()
    var maker = CollageMaker(options, encoding: try output.encoding(options.encoding))
    maker.resources = collage.resources.resources
    maker.web = web.photos()
    let chosen = try photos.addresses()
    let pickerWeb = try search.picker(web)
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, !Self.isDumb, let terminal = RawTerminal() {
      guard cprocess_can_dispatch() else {
        throw CommandFailure(
          .inputOutput,
          "the prompt needs more threads or open files than the system gives; raise the limits (ulimit -u, -n), or pipe "
            + "commands in")
      }
      let front = InteractivePrompt(
        terminal, maker: maker, output: output, picker: picker, web: pickerWeb,
        requestedMode: try PreviewModeChoice.mode(preview), isQuiet: quiet)
      let status = front.run(chosen: chosen)
      pickerWeb.photos.close()
      if status != .done { throw CommandFailure(status, []) }
    } else {
      let isConversation = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      let capabilities = TerminalCapabilities(environment: Environment.all)
      let style = PromptStyle(hasAttributes: false, isUTF8: capabilities.isUTF8)
      try ScriptRunner(maker, output: output, isQuiet: quiet, conversation: isConversation ? style : nil)
        .run(chosen: chosen)
    }
  }

  private static var isDumb: Bool { Environment["TERM"] == nil || Environment["TERM"] == "dumb" }
}
