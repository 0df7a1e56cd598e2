internal import CProcess
package import CollageKit
internal import Files
internal import Glibc
internal import LineEditing
internal import PhotoSources
package import SystemPackage
package import TerminalPictures

/// The picker as a command of its own, whose answer is which photos were chosen.
package struct Picker {
  private let settings: PickerSettings
  /// Where photos are looked for; none for the usual folder.
  private let folders: [FilePath]
  /// Not searched; nil when none is known.
  private let library: PhotoLibrary?

  /// What is searched for first.
  package var words: [FilePath] = []
  /// How many photos can be chosen; nil for as many as a collage has.
  package var maxCount: Int?
  package var resources = Resources()
  /// How pictures are shown; nil for what the environment says.
  package var preview: PictureMode?

  package init(
    _ settings: PickerSettings, in folders: [FilePath], excluding library: PhotoLibrary?
  ) {
    self.settings = settings
    self.folders = folders
    self.library = library
  }

  /// Whether something that was named in place of a folder is a word to search for: there is
  /// nothing of that name, and no slash in it.
  package static func isWord(_ name: FilePath) -> Bool {
    !name.bytes.contains(UInt8(ascii: "/")) && (try? name.stat()) == nil
  }

  /// Words as they would be typed into the search.
  static func term(_ words: [FilePath]) -> [UInt8] {
    Array(words.map(\.bytes).joined(separator: [UInt8(ascii: " ")]))
  }

  /// The photos that the user has chosen on the terminal.
  ///
  /// - Throws: also when the user has left without a choice.
  package func run() throws(CommandFailure) -> [PhotoAddress] {
    if AccessibleMode.current != nil { return try talk().photos.map(\.address) }
    guard let device = RawTerminal.controlling(),
      !TerminalCapabilities(environment: Environment.all).isDumb
    else { throw Self.noTerminal }
    guard cprocess_can_dispatch() else {
      throw CommandFailure(
        .inputOutput,
        "the picker needs more threads or open files than the system allows; "
          + "raise the limits (ulimit -u, -n)"
      )
    }
    defer { settings.web.photos.close() }
    let terminal = TerminalSession(device, requestedMode: try PictureMode.chosen(preview))
    return try chosen(on: terminal).photos.map(\.address)
  }

  /// The photos of a talk on the terminal, whose lines don't mix with the paths on standard output.
  private func talk() throws(CommandFailure) -> Selection {
    let signals = SignalWatch(message: "interrupted; nothing was selected", wakes: true)
    guard let terminal = SpokenTerminal.controlling() else { throw Self.noTerminal }
    defer { settings.web.photos.close() }
    try terminal.say(AccessibleMode.announcement())
    let source = PickerTalk.Source(
      settings, in: UserFolders.searched(folders), excluding: library)
    let talk = PickerTalk(source, PickedPhotos(Selection([], options)), on: terminal, signals)
    let words = LosslessText.text(of: Self.term(words))
    guard let chosen = try talk.run(searching: words), chosen.count > 0 else {
      throw CommandFailure(.signalled(SIGINT), [])
    }
    return chosen
  }

  /// Whether the program was started on a terminal.
  package static var hasTerminal: Bool { SpokenTerminal.controlling() != nil }

  private static let noTerminal = CommandFailure(
    .usage, "the picker needs a terminal; in scripts, use collage find")

  private var options: CollageOptions {
    var options = CollageOptions()
    if let maxCount { options.rules.maxCount = maxCount }
    options.rules.needsEvenCount = false
    return options
  }

  private func chosen(on terminal: TerminalSession) throws(CommandFailure) -> Selection {
    let options = options
    let dependencies = PickerDependencies(
      settings, in: UserFolders.searched(folders), excluding: library,
      limits: options.decoding.limits, composer: PreviewComposer(resources: resources),
      faces: FaceFinder(resources: resources), isPartOfPrompt: false)
    var open: InteractivePicker?
    var result = Result<Selection, CommandFailure>.failure(CommandFailure(.signalled(SIGINT), []))
    terminal.run(message: "interrupted; nothing was selected") {
      open = InteractivePicker(
        dependencies, PickedPhotos(Selection([], options)), searching: Self.term(words),
        on: terminal
      ) { ending in
        if case .taken(let chosen, _) = ending { result = .success(chosen) }
        terminal.end()
      }
    } signalled: { number in
      result = .failure(CommandFailure(.signalled(number), []))
      open?.stop()
      terminal.end()
    }
    return try result.get()
  }
}
