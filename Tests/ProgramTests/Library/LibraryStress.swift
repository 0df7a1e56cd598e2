import Dispatch
import Glibc
import ProgramTestSupport
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

/// A library that several runs change at once, some of which are killed.
///
/// What is run, and at which part of its usual time it is killed, follows from `COLLAGE_SEED`; which
/// run comes first is the system's to decide.
final class LibraryStress: Sendable {
  private struct State {
    var tally = StressTally()
    /// The ids that runs have printed.
    var ids: Set<String> = []
    /// How long a run took lately, in seconds: others are killed at any moment of it.
    var usualSeconds = 0.01
  }

  private static let workers = 4
  private static let albums = ["A", "B", "C"]
  private static let photos = (1...2).map { "\($0).jpg" }

  private let place: Workplace
  private let state = Locked(State())
  private let seed = Seed.chosen(for: "LibraryStress")

  init() throws {
    place = try Workplace(photos: Self.photos.count)
    try place.folder.makeFolder("lib")
  }

  var tally: StressTally { state.withLock { $0.tally } }

  /// Runs so many commands, a few at a time.
  func run(commands: Int) {
    DispatchQueue.concurrentPerform(iterations: Self.workers) { worker in
      var dice = Dice(seed &+ UInt64(worker))
      for _ in 0..<commands / Self.workers { runOne(&dice) }
    }
  }

  private func command(_ arguments: [String]) -> ChildProcess {
    AlbumJob.command(arguments + ["--library", "lib"], place)
  }

  private func runOne(_ dice: inout Dice) {
    let arguments = nextArguments(&dice)
    let isKilled = Int.random(in: 0..<6, using: &dice) == 0
    do {
      let running = try command(arguments).start()
      if isKilled {
        // Nothing is waited for: any moment will do.
        let part = Double.random(in: 0...1, using: &dice)
        usleep(UInt32(part * state.withLock { $0.usualSeconds } * 1e6))
        running.send(SIGKILL)
      }
      let outcome = running.wait()
      note(outcome, of: arguments, mayBeKilled: isKilled)
    } catch {
      Issue.record("\(arguments): \(error)")
    }
  }

  /// A command that makes sense most of the time.
  private func nextArguments(_ dice: inout Dice) -> [String] {
    let album = Self.albums.randomElement(using: &dice)!
    let ids = state.withLock { $0.ids }.sorted().shuffled(using: &dice)
    let id = ids.first ?? "0000"
    let make = Workplace.make + (0..<2).map { _ in Self.photos.randomElement(using: &dice)! }
    let other = Self.albums.randomElement(using: &dice)!
    return switch Int.random(in: 0..<20, using: &dice) {
    case 0..<4: make
    case 4: make + ["--album", album]
    case 5..<8: ["library", "remove", id] + ids.dropFirst().prefix(1)
    case 8..<12: ["library", "undo"]
    case 12: ["library", "album", "create", album]
    case 13..<15: ["library", "album", "add", album, id]
    case 15: ["library", "album", "take", album, id]
    case 16: ["library", "album", "rename", album, other]
    case 17: ["library", "album", "remove", album]
    case 18: ["library", "verify"]
    default: ["library", "list"]
    }
  }

  /// Exit codes that are fine in a library that others are changing: something existed already, has
  /// gone meanwhile, or is in use.
  private static let codes: Set<Int32> = [0, 66, 73, 75]

  private func note(_ outcome: Outcome, of arguments: [String], mayBeKilled: Bool) {
    let hasEnded =
      outcome.exitCode.map { Self.codes.contains($0) }
      ?? (mayBeKilled && outcome.terminationStatus == .killed(signal: SIGKILL))
    // What others have just removed or renamed must be reported neither as damaged nor as somebody
    // else's.
    let isWrong = outcome.output.contains(/(changed|damaged|missing|unreadable|foreign)\t/)
    if !hasEnded || isWrong { Issue.record("\(arguments): \(outcome)") }
    let verb = arguments.prefix { ["library", "album"].contains($0) }.count
    state.withLock { state in
      state.tally.add(
        arguments[...verb].joined(separator: " "), outcome.exitCode.map(String.init) ?? "killed")
      if outcome.exitCode == 0 { state.usualSeconds = outcome.wallSeconds }
      if verb == 0, !outcome.id.isEmpty { state.ids.insert(outcome.id) }
    }
  }

  /// Every collage that was ever made is in the library or, with its note, in the trash; nothing is
  /// damaged, dangling or left over; and `undo` brings all of them back.
  func check() throws {
    // What killed runs have left is swept by the next.
    #expect(try command(["library", "album", "create", "Last"]).run().exitCode == 0)
    #expect(try place.folder.names(in: "lib").filter { $0.hasSuffix(".tmp") } == [])
    try expectVerified()
    let info = try Set(place.folder.names(in: "data/Trash/info"))
    for name in try place.folder.names(in: "data/Trash/files") {
      #expect(info.contains("\(name).trashinfo"), "\(name) has no note")
    }
    for _ in info {
      let outcome = try command(["library", "undo"]).run()
      if outcome.exitCode == 66 { break }
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
    #expect(try command(["library", "undo"]).run().exitCode == 66)
    #expect(try place.folder.names(in: "data/Trash/files") == [])
    let names = try Set(place.folder.names(in: "lib"))
    for id in state.withLock({ $0.ids }) {
      #expect(names.contains("collage-\(id).jpg"), "\(id) is lost")
    }
    try expectVerified()
  }

  private func expectVerified() throws {
    let outcome = try command(["library", "verify"]).run()
    #expect(outcome.exitCode == 0 && outcome.error.isEmpty, "\(outcome.output)\(outcome.error)")
    let wrong = outcome.output.split(separator: "\n").filter {
      !$0.hasPrefix("intact\t") && !$0.hasPrefix("album\t")
    }
    #expect(wrong == [])
  }
}
