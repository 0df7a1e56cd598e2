import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The pictures of a run of `collage pages` are all new, or all as before.
@Suite(.waiting) struct PageReplacementTests {
  private let place: PagesPlace

  init() throws { place = try PagesPlace(photos: 4) }

  /// Makes a page of each of so many photos.
  private func pages(_ count: Int, _ options: [String] = []) throws -> Outcome {
    try place.pages(
      count, ["--per-page", "1", "--no-photo-places", "-o", "page-{n}.jpg"] + options)
  }

  private func command(_ count: Int) -> ChildProcess {
    BuiltProgram.command(
      ["pages"] + place.names(count) + PagesPlace.options
        + ["--per-page", "1", "--no-photo-places", "--background", "red", "-o", "page-{n}.jpg"],
      in: place.folder)
  }

  @Test func `a name that leads to the file of another page is found before all`() throws {
    #expect(try pages(2).exitCode == 0)
    try place.folder.remove("page-2.jpg")
    try place.folder.makeSymbolicLink("page-2.jpg", to: "page-1.jpg")
    try place.expectNothingChanges(
      by: ["pages"] + place.names(2) + PagesPlace.options + [
        "--per-page", "1", "-o", "page-{n}.jpg",
      ],
      .failed(
        73,
        "page-2.jpg: is a symbolic link to the file of page-1.jpg; remove the link, or choose another name"
      ))
  }

  @Test func `pages whose name says no format are told which they have`() throws {
    let made = try place.run(
      "pages", "00.png", "01.png", "--canvas", "60x40px", "--per-page", "1", "-o", "page-{n}.txt")
    #expect(made.exitCode == 0 && made.output == "page-1.txt\npage-2.txt\n")
    #expect(
      made.error.hasSuffix("collage: note: page-{n}.txt is a JPEG; end its name in .jpg\n"),
      "\(made.error)")
  }

  @Test func `older pages that stay beside the new ones are named`() throws {
    #expect(try pages(4).exitCode == 0)
    let options = ["--per-page", "1", "--canvas", "60x40px", "-o", "page-{n}.jpg"]
    let made = try place.run(["pages"] + place.names(2) + options)
    #expect(
      made.error.contains(
        "collage: page-3.jpg, page-4.jpg: made by an earlier run, and not part of these pages; remove what you don't need\n"
      ))
    #expect(try made.exitCode == 0 && place.folder.names(in: "").contains("page-4.jpg"))
  }

  @Test(.enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
  func `where a page can't be replaced, or the run is killed, none is`() throws {
    #expect(try pages(2).exitCode == 0)
    let before = try place.folder.snapshot()
    let renames = try SystemCallTracer.run(command(3)).calls.map(\.call).filter {
      $0.name == "renameat2"
    }
    let after = try place.folder.snapshot()
    // Two names that are taken, each of which is exchanged then, and one that is free.
    #expect(renames.count == 5)
    for call in renames {
      for kind in [.error(.notPermitted), .killBefore, .killAfter] as [InjectedFault.Kind] {
        try place.folder.restore(before)
        _ = try SystemCallTracer.run(command(3), injecting: InjectedFault(kind, at: call))
        if case .error = kind {
          #expect(try place.folder.snapshot() == before, "\(call) \(kind)")
        }
        // Another run in the folder undoes what a killed one has begun.
        let next = ["make", "00.png", "01.png", "--quiet", "--no-photo-places", "-o", "next.jpg"]
        #expect(try place.run(next).exitCode == 0)
        try place.folder.remove("next.jpg")
        let found = try place.folder.snapshot()
        #expect(found == before || found == after, "\(call) \(kind)")
      }
    }
  }

  @Test func `pages that are saved are named where their names can't be printed`() throws {
    var command = BuiltProgram.command(
      ["-c", #"exec "$0" "$@" >/dev/full"#, BuiltProgram.path.string, "pages"] + place.names(2)
        + PagesPlace.options + ["--per-page", "1", "-o", "page-{n}.jpg"], in: place.folder)
    command.program = "/bin/sh"
    let outcome = try command.run()
    #expect(
      outcome.error
        == "collage: the pages are saved as page-1.jpg, page-2.jpg, but their names can't be written to standard output\n"
    )
    #expect(outcome.exitCode == 74)
  }
}
