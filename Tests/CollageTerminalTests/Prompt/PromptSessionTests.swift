import CollageKit
import Dispatch
import Glibc
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageTerminal

/// Commands without a terminal, on a queue as in the interactive prompt.
@Suite struct PromptSessionTests {
  private let folder: TemporaryFolder
  private let queue = DispatchQueue(label: "test.prompt")
  private let outcomes = Received<CommandOutcome>()

  init() throws { folder = try SmallPhotos.folder() }

  private func session(on queue: WorkQueue? = nil) throws -> PromptSession {
    var options = CollageOptions()
    options.layout.longSide = 60
    return PromptSession(
      maker: CollageMaker(options),
      destination: CollageDestination(library: PhotoLibrary(folder: folder.path(of: "shelf"))),
      opening: OpeningOptions(folders: [folder.path]), queue: queue ?? .queue(self.queue))
  }

  private func words(_ names: String...) -> [PathWord] {
    names.map { PathWord(folder.path(of: FilePath($0))) }
  }

  private func start(_ command: Command, in session: PromptSession) {
    queue.sync { session.perform(command) { [outcomes] in outcomes.add($0) } }
  }

  private func perform(_ command: Command, in session: PromptSession) throws -> [String] {
    start(command, in: session)
    return try outcomes.next().messages.map(\.text)
  }

  @Test func `what needs a layout is answered on the prompt's queue when it has been found`() throws
  {
    let session = try session()
    #expect(try perform(.layout(nil), in: session) == ["layout: mosaic"])
    #expect(try perform(.add(words("a.jpg", "b.png", "c.jpg", "d.png")), in: session).count == 1)
    // The queue is free while the search runs, so that nothing is answered before this.
    queue.sync {
      session.perform(.layout(.next)) { [outcomes, queue] outcome in
        dispatchPrecondition(condition: .onQueue(queue))
        outcomes.add(outcome)
      }
      #expect(outcomes.count == 0)
    }
    #expect(try outcomes.next().messages.map(\.text) == ["layout: mosaic, 2 of 22"])
    #expect(try perform(.list, in: session).count == 4)
    queue.sync { session.close() }
  }

  @Test func `a layout picked for some photos is not picked for others`() throws {
    let session = try session(on: .immediate)
    for command in [.add(words("a.jpg", "b.png", "c.jpg", "d.png")), .layout(.number(5))]
      as [Command]
    {
      #expect(try perform(command, in: session).count == 1)
    }
    #expect(session.store.selection.options.layout.pick == 5)
    #expect(try perform(.remove([.numbers(1...2)]), in: session) == ["removed photos 1, 2"])
    #expect(session.store.selection.options.layout.pick == 1)
    session.close()
  }

  @Test func `a saved collage is opened on the prompt's queue when its photos have been found`()
    throws
  {
    let session = try session()
    #expect(try perform(.add(words("a.jpg", "b.png")), in: session).count == 1)
    start(.save(SaveTarget()), in: session)
    let id = try #require(try outcomes.next().saved)
    let prefix = try #require(AssetIDPrefix(id.text))
    queue.sync {
      session.perform(.open(.id(prefix))) { [outcomes, queue] outcome in
        dispatchPrecondition(condition: .onQueue(queue))
        outcomes.add(outcome)
      }
      #expect(outcomes.count == 0 && session.isWorking)
    }
    let outcome = try outcomes.next()
    #expect(outcome.warnings == [] && outcome.failure == nil)
    queue.sync { #expect(session.store.selection.count == 2 && !session.isWorking) }
    start(.save(SaveTarget()), in: session)
    #expect(try outcomes.next().saved == id)
    queue.sync {
      session.perform(.open(.id(prefix))) { [outcomes] in outcomes.add($0) }
      session.cancelWork()
    }
    // It may have been found before.
    let texts = try outcomes.next().messages.map(\.text)
    #expect(
      [
        PromptTexts.openingCancelled,
        "opened 2 photos of \(id); undo restores the previous selection",
      ]
      .contains(texts[0]))
    queue.sync { session.close() }
  }

  @Test(arguments: [0, 1, 2, 3])
  func `after it closes nothing of it is alive, and nothing is answered`(command: Int) throws {
    weak var released: PromptSession?
    do {
      let session = try session()
      released = session
      _ = try perform(.add(words("a.jpg", "b.png")), in: session)
      start(.save(SaveTarget()), in: session)
      let saved = try #require(try outcomes.next().saved)
      let id = try #require(AssetIDPrefix(saved.text))
      _ = try perform(.undo, in: session)
      let output = OutputFile(folder.path(of: "out.jpg"))
      // Closed while it is under way.
      queue.sync {
        session.perform(
          [.add(words("c.jpg")), .list, .save(SaveTarget(file: output)), .open(.id(id))][command]
        ) {
          [outcomes] in
          outcomes.add($0)
        }
        session.close()
      }
    }
    // Until what the background had begun is over.
    #expect(eventually { released == nil })
    queue.sync {}
    #expect(outcomes.count == 0)
  }
}
