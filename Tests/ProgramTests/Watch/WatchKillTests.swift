import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that arrive while the program is killed again and again.
@Suite(.waiting) struct WatchKillTests {
  /// How many arrive: `COLLAGE_ARRIVALS` if it is set.
  private static let count =
    unsafe getenv("COLLAGE_ARRIVALS").flatMap { unsafe Int(String(cString: $0)) } ?? 24

  @Test func `every photo comes into one collage, whenever the program is killed`() throws {
    let watched = try WatchFolder()
    var dice = Dice(Seed.chosen())
    var added = 0
    var kills = 0
    while added < Self.count {
      let running = try watched.start("--every", "2", "--quiet")
      let life = Int.random(in: 1...12, using: &dice)
      for _ in 0..<min(life, Self.count - added) {
        try add(added, to: watched, &dice)
        added += 1
        if Bool.random(using: &dice) { usleep(UInt32.random(in: 0...30_000, using: &dice)) }
      }
      let collages = try watched.collages().count + Int.random(in: 0...3, using: &dice)
      _ = try Timeouts.wait(for: running) {
        try watched.collages().count >= min(collages, added / 2)
      }
      usleep(UInt32.random(in: 0...20_000, using: &dice))
      running.send(SIGKILL)
      _ = running.wait()
      kills += 1
    }
    let rest = try watched.run("--every", "2", "--once", "--quiet")
    #expect(rest.exitCode == 0, "\(rest)")
    let shown = try watched.collages().values.flatMap(\.self)
    #expect(Set(shown) == WatchFolder.digests(0..<Self.count), "after \(kills) kills")
    #expect(shown.count == Self.count, "after \(kills) kills")
  }

  /// In the ways in which cameras and people put photos there.
  private func add(_ number: Int, to watched: WatchFolder, _ dice: inout Dice) throws {
    let folder = watched.place.folder
    let bytes = WatchFolder.photo(number)
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: try watched.add(number)
    case 1:
      try folder.write(bytes, to: FilePath("booth/\(number).part"))
      try folder.rename(FilePath("booth/\(number).part"), to: FilePath("booth/\(number).png"))
    case 2:
      // Half of it first.
      let file = try FileDescriptor.open(
        folder.path(of: FilePath("booth/\(number).png")), .writeOnly, options: [.create],
        permissions: .ownerReadWrite)
      try file.writeAll(bytes.prefix(bytes.count / 2))
      usleep(UInt32.random(in: 0...10_000, using: &dice))
      try file.writeAll(bytes.dropFirst(bytes.count / 2))
      try file.close()
    default:
      try watched.add(number)
      try folder.write(bytes, to: FilePath("booth/copy of \(number).png"))
    }
  }
}
