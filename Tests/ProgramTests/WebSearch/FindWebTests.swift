import FoundationEssentials
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage find --web` and the credits of what it finds.
@Suite(.waiting) struct FindWebTests {
  let place: Workplace
  let service: PictureService

  init() throws {
    place = try Workplace()
    service = try PictureService()
  }

  private func run(_ arguments: String..., input: StandardInput = .empty) throws -> Outcome {
    var command = BuiltProgram.command(arguments, in: place.folder, standardInput: input)
    command.environment.merge(service.environment) { _, new in new }
    return try command.run()
  }

  private struct Found: Codable, Equatable {
    var url, format, service: String
    var title, creator, licence, licenceURL, sourcePage, thumbnail: String?
    var width, height: Int?
  }

  private static let leftOut = "1 result is left out: in formats that can't be read here"

  @Test(arguments: ["openverse", "commons"])
  func `it prints URLs, a line each, and says what is left out`(name: String) throws {
    let found = try run("find", "--web", "blue", "lake", "--service", name)
    #expect(
      found.answer == .done("\(service.url("Lake"))\n\(service.url("Sea"))\n", saying: Self.leftOut)
    )
    #expect(service.searches.count == 1 && service.searches[0].contains("=blue%20lake"))
    #expect(
      try run("find", "-0", "--web", "lake", "--limit", "1", "--service", name).output
        == "\(service.url("Lake"))\0")
  }

  @Test func `--json tells all that is known`() throws {
    let found = try run("find", "--web", "lake", "--json")
    let lines = found.output.split(separator: "\n")
    let first = try JSONDecoder().decode(Found.self, from: Data(try #require(lines.first).utf8))
    #expect(lines.count == 2)
    #expect(
      first
        == Found(
          url: service.url("Lake"), format: "jpeg", service: "Openverse", title: "Lake",
          creator: "Ann <i> [x](y)",
          licence: "CC BY-SA 4.0", licenceURL: "https://creativecommons.org/licenses/by-sa/4.0/",
          sourcePage: "https://source.example/Lake", thumbnail: service.server.url("thumb/Lake"),
          width: 4000,
          height: 3000))
  }

  @Test func `a page and a licence are asked for`() throws {
    let found = try run("find", "--web", "lake", "--page", "3", "--licence", "commercial")
    #expect(found.output == "\(service.url("Lake"))\n")
    #expect(
      found.error
        == "collage: \(Self.leftOut); 1 result is left out: no usable address or licence\n")
    #expect(service.searches == ["/v1/images/?q=lake&page=3&page_size=20&license_type=commercial"])
    #expect(try run("find", "--web", "lake", "--service", "commons", "--page", "2").exitCode == 0)
    #expect(service.searches.last?.contains("&gsroffset=20") == true)
  }

  @Test func `nothing found is 1, and a failure has its sentence and its code`() throws {
    #expect(try run("find", "--web", "nothing").answer == .failed(1, "Openverse found nothing"))
    #expect(
      try run("find", "--web", "nothing", "--page", "2").answer
        == .failed(1, "Openverse found nothing on page 2"))
    #expect(
      try run("find", "--web", "limit").answer
        == .failed(
          69,
          "Openverse: its search limit is reached (0 of 20/min left, 9 of 200/day left); try again after 52 s"
        ))
    #expect(
      try run("find", "--web", "broken", "--service", "commons").answer
        == .failed(76, "Wikimedia Commons: its answer can't be read; try again later"))
  }

  @Test(arguments: [("nothing.invalid", 68), ("127.0.0.1:1", 69)] as [(String, Int32)])
  func `without a connection the host is named that can't be asked`(host: String, code: Int32)
    throws
  {
    var command = BuiltProgram.command(["find", "--web", "lake"], in: place.folder)
    command.environment["COLLAGE_OPENVERSE"] = "http://\(host)"
    #expect(
      try command.run().answer
        == .failed(
          code,
          "Openverse: no connection to the internet, or \(host) is down; check it, or try again later"
        ))
  }

  @Test func `arguments that don't go together ask nobody`() throws {
    for arguments in [
      ["find", "--web"], ["find", "--web", " "], ["find", "--web", "x", "--in", "."],
      ["find", "--web", "x", "--sort", "name"],
      ["find", "x", "--page", "2"],
    ] {
      var command = BuiltProgram.command(arguments, in: place.folder)
      command.environment.merge(service.environment) { _, new in new }
      #expect(try command.run().exitCode == 64, "\(arguments)")
    }
    #expect(
      try run("find", "--web", "x", "--offline").answer
        == .failed(64, "Openverse: searching the web needs a connection; leave out --offline"))
    #expect(service.server.requests.isEmpty)
    var command = BuiltProgram.command(["find", "--web", "x"], in: place.folder)
    command.environment["COLLAGE_OPENVERSE"] = "somewhere"
    #expect(
      try command.run().answer
        == .failed(64, "$COLLAGE_OPENVERSE is not an http or https URL; correct or unset it"))
  }

  @Test func `a contact is sent to the service`() throws {
    var command = BuiltProgram.command(["find", "--web", "x"], in: place.folder)
    command.environment.merge(service.environment) { _, new in new }
    command.environment["COLLAGE_CONTACT"] = "ann@example.org"
    #expect(try command.run().exitCode == 0)
    #expect(service.server.requests[0].contains("(ann@example.org)\r\n"))
  }

  // MARK: Credits

  @Test func `what a search has found is credited wherever its URL is used`() throws {
    let found = try run("find", "-0", "--web", "lake")
    let make = Workplace.make + ["--files0-from", "-", "1.jpg", "2.jpg"]
    var command = BuiltProgram.command(make, in: place.folder, standardInput: .text(found.output))
    command.environment.merge(service.environment) { _, new in new }
    let made = try command.run()
    #expect(made.exitCode == 0, "\(made.error)")
    let shown = try run("library", "show", made.id, "--json").output
    #expect(shown.components(separatedBy: "\"credit\":").count == 3, "\(shown)")
    let (lake, sea) = ("https://source.example/Lake", "https://source.example/Sea")
    let licence = "https://creativecommons.org/licenses/by"
    #expect(
      try run("library", "credits", made.id).answer
        == .done(
          """
          "Lake" by Ann <i> [x](y), CC BY-SA 4.0 (\(licence)-sa/4.0/), \(lake)
          "Sea" by Ann, CC BY-NC 4.0 (\(licence)-nc/4.0/), \(sea)

          """))
    #expect(
      try run("library", "credits", made.id, "--format", "html").answer
        == .done(
          """
          <ul>
          <li><a href="\(lake)">Lake</a> by Ann &lt;i&gt; [x](y), <a href="\(licence)-sa/4.0/">CC BY-SA 4.0</a></li>
          <li><a href="\(sea)">Sea</a> by Ann, <a href="\(licence)-nc/4.0/">CC BY-NC 4.0</a></li>
          </ul>

          """))
    #expect(
      try run("library", "credits", made.id, "--format", "markdown").answer
        == .done(
          """
          - [Lake](<\(lake)>) by Ann \\<i\\> \\[x\\]\\(y\\), [CC BY-SA 4.0](<\(licence)-sa/4.0/>)
          - [Sea](<\(sea)>) by Ann, [CC BY-NC 4.0](<\(licence)-nc/4.0/>)

          """))
  }

  @Test func `a collage of one's own photos has nothing to credit`() throws {
    let made = try place.make("1.jpg", "2.jpg")
    #expect(
      try run("library", "credits", made.id).answer
        == .done(
          "", saying: "nothing to credit: no photo of this collage came from a web search"
        ))
    let shown = try run("library", "show", made.id, "--json").output
    #expect(shown.contains(made.id) && !shown.contains("credit"), "\(shown)")
  }
}
