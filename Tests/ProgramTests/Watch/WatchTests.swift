import Glibc
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage watch`.
@Suite(.waiting) struct WatchTests {
  let watched: WatchFolder
  private var folder: TemporaryFolder { watched.place.folder }

  init() throws { watched = try WatchFolder() }

  @Test func `what is there is made into collages, and nothing twice`() throws {
    for number in 0..<6 { try watched.add(number) }
    let first = try watched.run("--every", "2", "--once")
    let lines = first.output.split(separator: "\n")
    #expect(first.exitCode == 0 && first.error == "" && lines.count == 3, "\(first)")
    #expect(
      lines.allSatisfy { $0.contains(#""status":"saved""#) && $0.contains(#""photos":["#) })
    #expect(lines[0].contains(#""job":"collage-0001""#) && lines[0].contains(#""line":1"#))
    let made = try watched.collages()
    #expect(made.keys.sorted() == ["collage-0001.jpg", "collage-0002.jpg", "collage-0003.jpg"])
    #expect(made.values.flatMap(\.self).sorted() == WatchFolder.digests(0..<6).sorted())
    // Copies and renamed files are no other photos, and names go on.
    try folder.rename("booth/1.png", to: "booth/renamed.png")
    try folder.write(WatchFolder.photo(3), to: "booth/copy.png")
    #expect(try watched.run("--every", "2", "--once").answer == .done(""))
    try watched.add(7)
    let left = try watched.run("--every", "2", "--once")
    #expect(
      left.answer
        == Answer(code: 0, output: "", error: "collage: 1 photos are left for the next time\n"))
    try watched.add(8)
    #expect(try watched.run("--every", "2", "--once").output.contains("collage-0004"))
    #expect(try watched.collages().count == 4)
  }

  @Test(arguments: [[], ["--poll"]])
  func `photos that arrive become collages, until it is stopped`(options: [String]) throws {
    let running = try BuiltProgram.command(
      WatchFolder.watch + ["--every", "2"] + options, in: folder
    ).start()
    for number in 0..<2 { try watched.add(number) }
    #expect(try watched.wait(for: running, collages: 1))
    // A folder that comes later, and a photo that is moved into it.
    try folder.makeFolder("booth/more")
    try folder.write(WatchFolder.photo(2), to: "elsewhere.png")
    try folder.rename("elsewhere.png", to: "booth/more/2.png")
    try watched.add(3)
    #expect(try watched.wait(for: running, collages: 2))
    running.send(SIGTERM)
    let outcome = running.wait()
    #expect(outcome.exitCode == 143, "\(outcome)")
    #expect(
      outcome.error
        == "collage: stopped; photos that are in no collage yet come when it is started again\n")
    let all = try watched.collages().values.flatMap(\.self)
    #expect(all.sorted() == WatchFolder.digests(0..<4).sorted())
    // The last line may be missing: the collage is there before it.
    #expect((1...2).contains(outcome.output.split(separator: "\n").count))
  }

  @Test func `a slow writer's photo waits, and a damaged one is told of once until it is whole`()
    throws
  {
    let bytes = WatchFolder.photo(9)
    let half = Array(bytes.prefix(bytes.count / 2))
    let running = try watched.start("--every", "2")
    // Of what is there before, nobody knows who writes to it.
    for number in 3...4 { try watched.add(number) }
    #expect(try watched.wait(for: running, collages: 1))
    let slow = try FileDescriptor.open(
      folder.path(of: "booth/slow.png"), .writeOnly, options: [.create],
      permissions: .ownerReadWrite)
    try slow.writeAll(half)
    try folder.write(half, to: "booth/damaged.png")
    try watched.add(1)
    #expect(
      Timeouts.wait(for: running) {
        String(decoding: running.errorSoFar, as: UTF8.self).contains("damaged.png")
      })
    // It isn't tried again as long as it stays as it is.
    try watched.add(2)
    #expect(try watched.wait(for: running, collages: 2))
    try slow.writeAll(bytes.dropFirst(half.count))
    try slow.close()
    try folder.write(WatchFolder.photo(10), to: "booth/damaged.png")
    #expect(try watched.wait(for: running, collages: 3))
    running.send(SIGTERM)
    let outcome = running.wait()
    #expect(outcome.errorLines == 2, "\(outcome.error)")
    let all = try watched.collages().values.flatMap(\.self)
    #expect(all.sorted() == WatchFolder.digests([1, 2, 3, 4, 9, 10]).sorted())
  }

  @Test func `its own collages are no photos, wherever they go`() throws {
    for number in 0..<4 { try watched.add(number) }
    for output in ["booth", "booth/prints"] {
      let made = try watched.place.run(
        ["watch", "booth", "-o", output, "--every", "2", "--once", "--canvas", "40x20px"])
      #expect(made.exitCode == 0 && made.output.split(separator: "\n").count == 2, "\(made)")
      let again = try watched.place.run(
        ["watch", "booth", "-o", output, "--every", "2", "--once", "--canvas", "40x20px"])
      #expect(again.answer == .done(""), "\(again)")
    }
  }

  @Test func `photos of one folder go together if that is wanted`() throws {
    for guest in ["anna", "ben"] { try folder.makeFolder(FilePath("booth/\(guest)")) }
    for number in 0..<4 {
      try watched.add(number, in: FilePath("booth/\(number % 2 == 0 ? "anna" : "ben")"))
    }
    let made = try watched.run("--every", "2", "--group-by", "folder", "--once")
    #expect(made.exitCode == 0, "\(made)")
    let collages = try watched.collages()
    #expect(Set(collages["anna-0001.jpg"] ?? []) == WatchFolder.digests([0, 2]))
    #expect(Set(collages["ben-0001.jpg"] ?? []) == WatchFolder.digests([1, 3]))
  }

  @Test func `the rest comes when nothing has arrived for a while, as far as the rules allow`()
    throws
  {
    for number in 0..<3 { try watched.add(number) }
    let running = try watched.start("--every", "4", "--idle", "1s", "--latest", "latest.jpg")
    #expect(try watched.wait(for: running, collages: 1))
    try watched.add(3)
    #expect(try watched.wait(for: running, collages: 2))
    running.send(SIGTERM)
    #expect(running.wait().exitCode == 143)
    #expect(try watched.collages().values.allSatisfy { $0.count == 2 })
    #expect(try folder.read("latest.jpg") == folder.read("prints/collage-0002.jpg"))
  }

  @Test func `each collage is printed without a shell, and again if that has failed`() throws {
    try folder.write(
      Array(
        """
        #!/bin/sh
        printf '%s|' "$@" >> tries
        test -e ready || exit 3
        cp "$2" printed.jpg
        """.utf8), to: "printer")
    try folder.setPermissions([.ownerReadWriteExecute], of: "printer")
    for number in 0..<2 { try watched.add(number) }
    let running = try watched.start("--every", "2", "--print", "./printer 'a  $b;' {file}")
    #expect(
      Timeouts.wait(for: running) {
        String(decoding: running.errorSoFar, as: UTF8.self).contains(
          "./printer ended with 3; it is tried again in a while")
      })
    try folder.write([], to: "ready")
    for number in 2..<4 { try watched.add(number) }
    // With the next one at the latest.
    #expect(
      try Timeouts.wait(for: running) {
        try folder.names().contains("printed.jpg")
          && folder.read("printed.jpg") == folder.read("prints/collage-0002.jpg")
      })
    running.send(SIGTERM)
    #expect(running.wait().exitCode == 143)
    let path = folder.path(of: "prints").string
    #expect(
      String(decoding: try folder.read("tries"), as: UTF8.self)
        == ["0001", "0001", "0002"].map { "a  $b;|\(path)/collage-\($0).jpg|" }.joined())
  }

  @Test func `a folder that is gone is waited for`() throws {
    for number in 0..<3 { try watched.add(number) }
    let running = try watched.start("--every", "2")
    #expect(try watched.wait(for: running, collages: 1))
    try folder.rename("booth", to: "away")
    #expect(
      Timeouts.wait(for: running) {
        String(decoding: running.errorSoFar, as: UTF8.self).contains("waiting until the folder")
      })
    try folder.write(WatchFolder.photo(3), to: "away/3.png")
    try folder.rename("away", to: "booth")
    #expect(try watched.wait(for: running, collages: 2))
    running.send(SIGTERM)
    #expect(running.wait().error.contains("the folder is there again"))
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount a small disk"))
  func `a full disk is waited for, and nothing is lost`() throws {
    let disk = try SmallDisk(bytes: 256 << 10, at: "disk", in: folder)
    defer { withExtendedLifetime(disk) {} }
    let filler = try FileDescriptor.open(
      folder.path(of: "disk/filler"), .writeOnly, options: [.create],
      permissions: .ownerReadWrite)
    while (try? filler.writeAll([UInt8](repeating: 1, count: 4096))) != nil {}
    try filler.close()
    for number in 0..<2 { try watched.add(number) }
    let running = try BuiltProgram.command(
      ["watch", "booth", "-o", "disk/prints", "--every", "2", "--canvas", "400x200px"], in: folder
    ).start()
    #expect(
      Timeouts.wait(for: running) {
        String(decoding: running.errorSoFar, as: UTF8.self).contains("the photos wait")
      })
    try folder.remove(FilePath("disk/filler"))
    #expect(try Timeouts.wait(for: running) { try watched.collages(in: "disk/prints").count == 1 })
    running.send(SIGTERM)
    #expect(running.wait().exitCode == 143)
  }

  @Test func `somebody at a terminal is told what is waited for`() throws {
    let watch = try WatchFolder()
    let terminal = try PseudoTerminal(
      running: BuiltProgram.command(WatchFolder.watch, in: watch.place.folder), rows: 24,
      columns: 100)
    try terminal.wait {
      $0.text.contains("collage: watching booth: each 4 photos become a collage; Ctrl-C stops")
    }
    try terminal.send("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
  }

  @Test func `what makes no sense is refused`() throws {
    #expect(try watched.place.run("watch", "booth").exitCode == 64)
    #expect(try watched.place.run("watch", "nowhere", "-o", "new").exitCode == 66)
    #expect(try !watched.place.folder.names().contains("new"))
    #expect(try watched.run("--every", "3", "--once").error.contains("even number"))
    #expect(try watched.run("--idle", "soon").error.contains("30s, 2min or 1h"))
    let none = try watched.place.run("watch", "nowhere", "-o", "prints")
    #expect(none.exitCode == 66, "\(none)")
    for number in 0..<2 { try watched.add(number) }
    let running = try watched.start("--every", "2")
    #expect(try watched.wait(for: running, collages: 1))
    let other = try watched.run("--every", "2", "--once")
    #expect(other.exitCode == 75 && other.error.contains("another 'collage watch'"), "\(other)")
    running.send(SIGTERM)
    _ = running.wait()
  }

  @Test func `units for systemd run what was typed`() throws {
    let watch = try watched.run("--every", "2", "--print", "lp -o 100% {file}", "--print-units")
    #expect(watch.exitCode == 0 && watch.error == "", "\(watch)")
    #expect(
      watch.output.contains(
        #"watch booth -o prints --canvas 40x20px --layout grid --every 2 --print "lp -o 100%% {file}"#
      )
        && watch.output.contains("SuccessExitStatus=143"), "\(watch.output)")
    // The folder for the collages isn't there yet.
    #expect(watch.output.contains("ReadWritePaths=%h -\(folder.path)\n"), "\(watch.output)")
    let next = try watched.place.run("next", "booth", "-o", "now.jpg", "--print-units")
    #expect(next.output.contains("next booth -o now.jpg\n") && next.output.contains("[Timer]"))
  }
}
