import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Several writers at one place at the same time.
@Suite(.waiting) struct WriterTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 6) }

  private func start(_ arguments: [String]) throws -> RunningProcess {
    try BuiltProgram.command(Workplace.make + arguments, in: place.folder).start()
  }

  @Test func `many writers at one new library store every collage whole, the same one once`() throws
  {
    let pairs = [
      ["1.jpg", "2.jpg"], ["2.jpg", "1.jpg"], ["3.jpg", "4.jpg"], ["1.jpg", "2.jpg"],
      ["1.jpg", "2.jpg"],
    ]
    for round in 0..<3 {
      let library = "library\(round)"
      let outcomes = try (pairs + pairs).map { try start($0 + ["--library", library]) }.map {
        $0.wait()
      }
      #expect(outcomes.allSatisfy { $0.answer == .done("\($0.id)\n") })
      let ids = Set(outcomes.map(\.id))
      #expect(ids.count == 3)
      #expect(
        try place.folder.names(in: FilePath(library)) == ids.map { "collage-\($0).jpg" }.sorted())
      #expect(try place.run("library", "verify", "--library", library).exitCode == 0)
    }
  }

  @Test func `many writers at one file leave one of their collages whole`() throws {
    let outcomes = try (1...6).map { try start(["\($0).jpg", "1.jpg", "-o", "out.jpg"]) }.map {
      $0.wait()
    }
    #expect(outcomes.allSatisfy { $0.answer == .done("\($0.id)\n") })
    #expect(outcomes.map(\.id).contains(try place.identity(of: "out.jpg")))
    #expect(try place.folder.names() == (1...6).map { "\($0).jpg" } + ["out.jpg"])
  }

  @Test func `a writer never sweeps what another is writing`() throws {
    // The larger one is still being written while many small ones come and go.
    let large = try start([
      "1.jpg", "2.jpg", "--canvas", "300x200", "--quiet", "--library", "library",
    ])
    for number in 2...5 {
      #expect(
        try place.make("\(number).jpg", "\(number + 1).jpg", "--library", "library").exitCode == 0)
    }
    let outcome = large.wait()
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    #expect(try place.run("library", "verify", "--library", "library").exitCode == 0)
    #expect(try place.folder.names(in: "library").count == 5)
  }

  @Test func `readers see only whole collages while others write`() throws {
    let writers = try (1...5).map {
      try start(["\($0).jpg", "\($0 + 1).jpg", "--library", "library"])
    }
    var seen = 0
    for _ in 0..<10 {
      let outcome = try place.run("library", "verify", "--library", "library", "--json")
      #expect(outcome.exitCode == 0)
      let states = try [Report.Finding](lines: outcome.output).map(\.state)
      #expect(Set(states).isSubset(of: ["intact", "leftover"]))
      seen = states.count
    }
    for writer in writers { #expect(writer.wait().exitCode == 0) }
    #expect(seen <= 6)
    #expect(try place.folder.names(in: "library").count == 5)
  }
}
