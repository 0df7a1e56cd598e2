internal import CProcess
package import CollageKit
internal import Glibc
internal import PhotoSources
package import TerminalPictures

/// The prompt, with what it begins with. On a terminal it shows a live preview; in
/// accessible mode, and where the cursor can't be moved, it is a talk, line by line; and anything
/// else is read as a script.
package struct Prompt {
  private let maker: CollageMaker
  private let destination: CollageDestination
  private let opening: OpeningOptions
  private let picker: PickerSettings

  /// A saved collage to begin with.
  package var reopened: CollageReference?
  /// Photos to begin with.
  package var photos: [PhotoAddress] = []
  /// How pictures are shown; nil for what the environment says.
  package var preview: PictureMode?
  /// Whether warnings are left out.
  package var isQuiet = false

  package init(
    _ maker: CollageMaker, destination: CollageDestination, opening: OpeningOptions,
    picker: PickerSettings
  ) {
    self.maker = maker
    self.destination = destination
    self.opening = opening
    self.picker = picker
  }

  /// Runs until the user leaves, or the script ends.
  package func run() throws(CommandFailure) {
    let isConversation = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let capabilities = TerminalCapabilities(environment: Environment.all)
    guard isConversation else {
      return try ScriptRunner(
        maker, destination: destination, opening: opening, isQuiet: isQuiet
      ).run(firstCommands)
    }
    if AccessibleMode.current == nil, !capabilities.isDumb, let device = RawTerminal() {
      return try run(on: device)
    }
    let talk = PromptTalk(
      maker, destination: destination, opening: opening, picker: picker, isQuiet: isQuiet)
    // What it hears from its session it hears weakly.
    defer { withExtendedLifetime(talk) {} }
    try talk.run(firstCommands)
  }

  private func run(on device: RawTerminal) throws(CommandFailure) {
    guard cprocess_can_dispatch() else {
      throw CommandFailure(
        .inputOutput,
        "the prompt needs more threads or open files than the system allows; "
          + "raise the limits (ulimit -u, -n), or pipe commands in")
    }
    let terminal = TerminalSession(device, requestedMode: try PictureMode.chosen(preview))
    let status = InteractivePrompt(
      on: terminal, maker: maker, destination: destination, opening: opening,
      picker: {
        [picker, library = destination.library, faces = maker.context.faces] composer, limits in
        PickerDependencies(
          picker, in: UserFolders.searched([]), excluding: library, limits: limits,
          composer: composer, faces: faces, isPartOfPrompt: true)
      }, isQuiet: isQuiet
    ).run(firstCommands)
    picker.web.photos.close()
    if status != .done { throw CommandFailure(status, []) }
  }

  private var firstCommands: [Command] {
    var commands: [Command] = []
    if let reopened { commands.append(.open(reopened)) }
    if !photos.isEmpty { commands.append(.addLines([.addresses(photos)])) }
    return commands
  }
}
