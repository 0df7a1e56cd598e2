internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import SystemPackage

/// `collage template new`: a plain template, to be drawn on.
struct TemplateNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a plain template to start from.",
    usage: "collage template new <kind> -o <file> [options]",
    discussion: "Open it in a drawing program, draw around the openings, and save it as a PNG.")

  @Argument(
    help: ArgumentHelp(
      "What to write: \(TemplateKind.names.joined(separator: ", ")), or a grid of other numbers "
        + "(across, then down).",
      valueName: "kind"),
    completion: .list(TemplateKind.names),
    transform: { text in
      guard let kind = TemplateKind(text) else {
        throw ValidationError(
          "it must be one of \(TemplateKind.names.joined(separator: ", ")), or a grid such as "
            + "grid-3x4"
        )
      }
      return kind
    })
  var kind: TemplateKind

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Its size: pixels, or paper such as 10x15cm@300dpi; by default one that suits the kind.",
      valueName: "size"),
    transform: { text in
      guard let canvas = Canvas(text), UnitlessSize(text)?.isOfPaper != true,
        !canvas.needsLongSide
      else {
        throw ValidationError(
          "it must be a size in pixels, such as 1200x1800, or on paper, such as 10x15cm")
      }
      return canvas
    })
  var canvas: Canvas?

  @Option(
    name: [.long, .customLong("color")], parsing: .unconditional,
    help: ArgumentHelp(
      "The colour around the openings; white by default, nearly black for a filmstrip.",
      valueName: "colour"),
    transform: { text in
      guard let colour = Colour(text), colour.isOpaque else {
        throw ValidationError("it must be a colour name, #rgb or #rrggbb")
      }
      return colour
    })
  var colour: Colour?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The PNG to write.", valueName: "file"))
  var output: RawPath

  @Flag(help: "Replace a file that is already there.")
  var force = false

  @OptionGroup(title: "Resources") var resources: ResourceOptions

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch()
    let path = output.path
    guard path.extension?.lowercased() == "png" else {
      throw CommandFailure(
        .usage, "\(path.displayed): a template needs transparency; name it .png")
    }
    let canvas = canvas ?? kind.defaultCanvas
    guard let size = canvas.size(longSide: 1) else {
      preconditionFailure("a canvas with a size was asked for")
    }
    let writer = try output.pictureWriter(replacing: force)
    let resources = resources.resources
    let maker = CollageMaker(in: MakingContext(resources: resources))
    try signals.outcome(of: maker.check(writer, protecting: []))
    let template = NewTemplate(
      kind, size: size, colour: colour ?? kind.defaultColour, density: canvas.density)
    let picture = try signals.outcome(of: template.picture(resources))
    _ = try signals.outcome(of: writer.save(picture).mapError(CollageError.init))
  }
}
