internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits

/// `collage template show`: where a template's photos go.
struct TemplateShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "List a template's openings, in the order in which photos fill them.",
    discussion: """
      An opening is a region that is more than half transparent, takes at least 0.1 % of the \
      picture, and is at least a fifth as wide as the widest one. What is smaller is decoration. \
      Where a ribbon or another band divides an opening, its parts are one, as far as their \
      outline shows it; rectangles beside each other are several. \
      Openings are numbered in rows; where they stand in columns, in these. With -o, a picture \
      shows which is which.
      """)

  @Argument(help: ArgumentHelp("A template: a PNG, WebP or AVIF.", valueName: "file"))
  var file: RawPath

  @Option(
    help: ArgumentHelp(
      "Whether parts of an opening that a band divides are one, where their outline shows it "
        + "(auto), or one each (separate); auto by default.",
      valueName: "auto|separate"),
    completion: .list(OpeningPartRule.allCases.map(\.rawValue)),
    transform: { text in
      guard let rule = OpeningPartRule(rawValue: text.lowercased()) else {
        throw ValidationError("it must be auto or separate")
      }
      return rule
    })
  var openings = OpeningPartRule.auto

  @Flag(help: "Print the openings as a JSON object.")
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Also draw them, numbered, into this picture.", valueName: "file"))
  var output: RawPath?

  @Flag(help: "Replace a file that is already there.")
  var force = false

  @OptionGroup(title: "Resources") var resources: ResourceOptions

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch()
    let resources = resources.resources
    var options = CollageOptions()
    options.pictures.template = TemplateChoice(.file(file.path))
    options.pictures.openings = openings
    let maker = try signals.outcome(
      of: CollageMaker(options, in: MakingContext(resources: resources)).withPictures())
    guard let template = maker.options.pictures.template?.template else {
      preconditionFailure("the template was read")
    }
    if let output {
      let encoding = try Encoding(of: output.path, options)
      let writer = try output.pictureWriter(replacing: force)
      try signals.outcome(of: maker.check(writer, protecting: [template.picture.photo]))
      let picture = try signals.outcome(
        of: NumberedTemplate(template, options.decoding.limits).picture(resources, as: encoding))
      _ = try signals.outcome(of: writer.save(picture).mapError(CollageError.init))
    }
    try StandardOutput.answer(json ? [report(template).json] : lines(template))
  }

  private func report(_ template: Template) -> Report {
    [
      "path": file.path.inJSON,
      "width": template.size.width,
      "height": template.size.height,
      "openings": template.openings.map(\.report),
    ]
  }

  private func lines(_ template: Template) -> [String] {
    let count = template.openings.count
    return [
      "\(file.path.displayed): \(template.size), \(count == 1 ? "1 opening" : "\(count) openings")"
    ]
      + template.openings.map { opening in
        let area = opening.rectangle
        let (width, height) = (Int(area.width.rounded()), Int(area.height.rounded()))
        let (x, y) = (Int(area.x.rounded()), Int(area.y.rounded()))
        let turn = opening.turn == 0 ? "" : ", turned by \(opening.turn.tenths) degrees"
        let parts =
          opening.partCount == 1 ? "" : ", \(opening.partCount) parts with a band between"
        return "\(opening.number)  \(width)x\(height) at \(x),\(y)\(turn)\(parts)"
      }
  }
}

extension Opening {
  /// Of a turned one the rectangle before it is turned about its middle. How many parts it has is
  /// told where it has several.
  fileprivate var report: Report {
    [
      "number": number,
      "x": rectangle.x.hundredths,
      "y": rectangle.y.hundredths,
      "width": rectangle.width.hundredths,
      "height": rectangle.height.hundredths,
      "turn": turn.hundredths,
      "parts": partCount == 1 ? nil : partCount,
    ]
  }
}

extension Double {
  fileprivate var hundredths: Double { (self * 100).rounded() / 100 }
  fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}
