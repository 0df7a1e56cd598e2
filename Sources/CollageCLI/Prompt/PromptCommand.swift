internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Glibc
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import TerminalPictures

/// `collage prompt`: choosing photos step by step, on a terminal or by a script.
struct PromptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompt",
    abstract: "Build a collage step by step, with a preview.",
    usage: "collage prompt [<photo> ...] [options]",
    discussion: """
      On a terminal this is a prompt with a live preview; type help there. With piped standard \
      input, the same commands run as a script, one per line, up to the first that fails; ids of \
      saved collages go to standard output.
      """)

  @OptionGroup var photos: PhotoArguments
  @OptionGroup var collage: CollageArguments
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var places: PlaceOptions
  @OptionGroup(title: "Photos from the web") var web: UntrustedWebOptions

  @Option(
    help: ArgumentHelp(
      "Start from a saved collage, with its photos and settings; other options override them.",
      valueName: "id|file"), completion: .savedCollages, transform: CollageReference.argument)
  var reopen: CollageReference?

  @OptionGroup var finder: FinderOptions

  @OptionGroup(title: "Picker") var picker: PickerOptions
  @OptionGroup(title: "Picker") var search: SearchOptions

  @Option(help: ArgumentHelp(PictureMode.help, valueName: "mode"))
  var preview: PictureMode?

  @OptionGroup var accessible: AccessibleOption

  @Flag(help: "Show no warnings.")
  var quiet = false

  func validate() throws {
    if output.isStandardOutput {
      throw ValidationError(
        "standard output is for the prompt's answers; give a file's name, or use collage make")
    }
  }

  func run() throws {
    let isOnTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    accessible.begin(collage.configuration.settings, isOnTerminal: isOnTerminal)
    let destination = try output.destination(needsLibrary: true)
    let chosen = try collage.order.ordered(photos.addresses())
    // Names are those of a saved collage's photos, where one is reopened.
    let given = try collage.changes()
    let changes = reopen == nil ? try given.numbered(chosen) : given
    if !quiet, !collage.notes.isEmpty {
      if isOnTerminal { AccessibleMode.announce() }
      StandardError.error(collage.notes)
    }
    let settings = collage.configuration.settings
    let base = try settings.base(writingTo: destination.file?.path)
    let options = try (reopen == nil ? changes : changes.withoutNames)
      .options(over: base, photos: nil)
    let fetcher = web.common.fetcher
    let resources = collage.resources.resources(keepsPictures: false)
    let context = MakingContext(
      resources: resources, faces: FaceFinder(resources: resources), places: places.places,
      web: web.common.photos(fetcher))
    let maker = try CollageMaker(options, to: destination.file?.path, in: context)
      .withPictures().wait().get()
    let opening = OpeningOptions(
      folders: finder.folders.map(\.path), places: .ofUser,
      changes: reopen == nil ? nil : changes, web: web.photos(fetcher),
      settings: settings)
    var prompt = Prompt(
      maker, destination: destination, opening: opening,
      picker: picker.settings(web: try PickerWeb(search, web.common, fetcher)))
    prompt.reopened = reopen
    prompt.photos = chosen
    prompt.preview = preview
    prompt.isQuiet = quiet
    try prompt.run()
  }
}
