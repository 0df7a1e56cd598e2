import CollageKit
import FoundationEssentials
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages of earlier picture versions, in `Fixtures/compatibility`: each is opened and made again
/// with the same frames and nearly the same pixels, and of this picture version with the same id.
@Suite(.waiting) struct CompatibilityTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 0) }

  static let versions = ["0.1.0", "1.0", "1.1", Version.picture]

  private struct Listed: Decodable {
    struct Recipe: Decodable {
      struct Photo: Decodable { let frame: PixelRect }

      let version: String
      let canvas: PixelSize
      let photos: [Photo]?
      let settings: [String: String]
    }

    let id: String
    let path: String
    let format: String
    let recipe: Recipe?

    var name: String { FilePath(path).lastComponent?.string ?? "" }
  }

  private struct Result: Decodable {
    struct Fault: Decodable { let messages: [String] }

    let job: String
    let status: String
    let id: String?
    let path: String?
    let error: Fault?
  }

  private func listed(in library: String) throws -> [Listed] {
    let outcome = try place.run("library", "list", "--json", "--library", library)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    return try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Listed.self, from: Data($0.utf8))
    }
  }

  /// Copies a version's collages into a library.
  private func copy(_ version: String) throws -> [String] {
    let names = try Fixtures.names(in: FilePath("compatibility/\(version)"))
    try place.folder.makeFolder("old")
    for name in names {
      try place.folder.write(
        Fixtures.read(FilePath("compatibility/\(version)/\(name)")), to: FilePath("old/\(name)"))
    }
    return names
  }

  /// Makes collages again; returns a result for each.
  private func remade(_ collages: [Listed]) throws -> [Result] {
    let manifest = try place.run(
      ["library", "manifest", "--library", "old", "--in", Fixtures.folder.string]
        + collages.map(\.id))
    #expect(manifest.exitCode == 0, "\(manifest.error)")
    // Without ids it is all that has photos; the book is told of.
    let all = try place.run(
      ["library", "manifest", "--library", "old", "--in", Fixtures.folder.string])
    let lines = Set(manifest.output.split(separator: "\n"))
    #expect(Set(all.output.split(separator: "\n")) == lines)
    let batch = try place.run(
      ["batch", "-", "--library", "new"], input: .text(manifest.output))
    return try batch.output.split(separator: "\n").map {
      try JSONDecoder().decode(Result.self, from: Data($0.utf8))
    }
  }

  private static func raster(_ path: FilePath) throws -> Raster {
    var limits = DecodeLimits()
    limits.readsCollagePDFs = true
    return try Raster.decoded(path, limits: limits)
  }

  /// The mean difference of the channels, 0 to 255.
  private static func meanDifference(_ first: Raster, _ second: Raster) -> Double {
    var sum = 0
    for y in 0..<first.size.height {
      for x in 0..<first.size.width {
        let (a, b) = (first[x, y], second[x, y])
        sum += abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green))
        sum += abs(Int(a.blue) - Int(b.blue))
      }
    }
    return Double(sum) / Double(3 * first.size.pixels)
  }

  /// How far a collage's pixels may be from what they were: how captions are drawn may change.
  private static func tolerance(_ name: String) -> Double { name == "text-cyrillic.jpg" ? 6 : 2 }

  private func expectAlike(_ old: Listed, _ new: Listed?, _ result: Result) throws {
    let new = try #require(new, "\(old.name): \(result.error?.messages ?? [])")
    #expect(new.recipe?.canvas == old.recipe?.canvas, "\(old.name)")
    #expect(
      new.recipe?.photos?.map(\.frame) == old.recipe?.photos?.map(\.frame), "\(old.name): frames")
    let before = try Self.raster(place.folder.path(of: FilePath(old.path)))
    let after = try Self.raster(place.folder.path(of: FilePath(new.path)))
    try #require(before.size == after.size, "\(old.name)")
    let difference = Self.meanDifference(before, after)
    #expect(difference <= Self.tolerance(old.name), "\(old.name): \(difference)")
    let hasOwnEncoder = !["webp", "avif", "jxl"].contains(old.format)
    // A manifest has no credits of photos that lie here.
    if old.name == "web.jpg" { return }
    if old.recipe?.version == Version.picture, hasOwnEncoder {
      #expect(result.id == old.id, "\(old.name): other bytes")
    }
  }

  @Test(arguments: versions)
  func `collages of a version are made again as they were`(version: String) throws {
    let names = try copy(version)
    let old = try listed(in: "old")
    #expect(old.count == names.count)
    let collages = old.filter { $0.recipe?.photos != nil }
    #expect(collages.count >= names.count - 1)
    #expect(collages.allSatisfy { $0.recipe?.version == version })
    let results = try remade(collages)
    let new = Dictionary(
      try listed(in: "new").map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(results.count == collages.count)
    for result in results {
      let before = try #require(collages.first { $0.id == result.job })
      try expectAlike(before, result.id.flatMap { new[$0] }, result)
    }
  }

  @Test(arguments: versions)
  func `collages of a version are whole, and can be shown and moved`(version: String) throws {
    _ = try copy(version)
    let verified = try place.run("library", "verify", "--library", "old")
    #expect(verified.exitCode == 0, "\(verified.output)")
    let first = try #require(try listed(in: "old").first { $0.name == "look-film.jpg" })
    let shown = try place.run("library", "show", first.id, "--library", "old")
    #expect(shown.exitCode == 0 && shown.output.contains("\nversion     \(version)\n"))
    #expect(try place.run("library", "remove", first.id, "--library", "old").exitCode == 0)
    #expect(try place.run("library", "undo", "--library", "old").output == "\(first.id)\n")
  }

  @Test func `credits of photos from the web are kept`() throws {
    _ = try copy(Version.picture)
    let web = try #require(try listed(in: "old").first { $0.name == "web.jpg" })
    let library = ["--library", "old"]
    let credits = """
      "Meadow" by Ann <Lee>, CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/), \
      https://source.example/meadow.jpg
      "Mountains" by \u{411}\u{43E}, CC0 4.0 (https://creativecommons.org/licenses/cc0/4.0/), \
      https://source.example/mountains.jpg

      """
    let photos = ["--in", Fixtures.folder.string]
    #expect(try place.run(["library", "credits", web.id] + library).output == credits)
    let remade = try place.run(["library", "remake", web.id, "--gap", "4%"] + photos + library)
    #expect(remade.exitCode == 0, "\(remade.error)")
    #expect(try place.run(["library", "credits", remade.id] + library).output == credits)
    let line = try place.run(["library", "manifest", web.id] + photos + library)
    #expect(
      line.error.hasPrefix("collage: \(web.id): warning: photo 1 came from the web, "), "\(line)")
  }

  // MARK: The same bytes

  /// What must not change a byte: what a shell sets before the program is run, and its options.
  static let surroundings = [
    ("one thread", "", ["--jobs", "1"]), ("many threads", "", ["--jobs", "16"]),
    ("libraries alone", "export COLLAGE_DECODERS=plain", []),
    ("time and language", "export TZ=Pacific/Kiritimati LC_ALL=tr_TR.UTF-8 LANG=de_DE.UTF-8", []),
    ("user", "umask 077; export HOME=/nonexistent USER=somebody LOGNAME=somebody", []),
    ("folder", "mkdir -p deep/below && cd deep/below", []),
    ("memory", "", ["--memory", "256M"]),
    ("its own defaults", "export XDG_CONFIG_HOME=$PWD/settings", []),
  ]

  @Test(arguments: surroundings)
  func `a collage has the same bytes whatever surrounds the program`(
    name: String, script: String, options: [String]
  ) throws {
    _ = try copy(Version.picture)
    let collages = try listed(in: "old").filter { $0.recipe?.photos != nil }
    let manifest = try place.run(
      ["library", "manifest", "--library", "old", "--in", Fixtures.folder.string]
        + collages.map(\.id))
    try place.folder.write(Array(manifest.output.utf8), to: "jobs.jsonl")
    try place.folder.makeFolder("settings")
    try place.folder.makeFolder("settings/collage")
    try place.folder.write(Array("gap 9%\nbackground navy\n".utf8), to: "settings/collage/defaults")
    let jobs = place.folder.path(of: "jobs.jsonl").string
    let library = place.folder.path(of: "new").string
    let arguments = ["batch", jobs, "--library", library] + options
    let begin = script.isEmpty ? "" : "\(script); "
    let outcome = try place.shell(begin + #"exec "$@""#, arguments)
    let results = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(Result.self, from: Data($0.utf8))
    }
    #expect(results.count == collages.count, "\(name): \(outcome.error)")
    for result in results {
      let before = try #require(collages.first { $0.id == result.job })
      guard !["webp", "avif", "jxl"].contains(before.format), before.name != "web.jpg" else {
        continue
      }
      #expect(
        result.id == before.id, "\(name): \(before.name): \(result.error?.messages ?? [])")
    }
  }

  // MARK: Newer versions

  /// A collage as a later version of the program might have made it.
  private func writeNewer(_ recipe: (String) -> String) throws -> String {
    try place.folder.write(Workplace.photos[0], to: "1.jpg")
    try place.folder.write(Workplace.photos[1], to: "2.jpg")
    let id = try place.run(Workplace.make + ["1.jpg", "2.jpg"]).id
    let name = FilePath("Pictures/Collages/collage-\(id).jpg")
    let bytes = try place.folder.read(name)
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    let old = try #require(text.firstMatch(of: /<collage:recipe>(.*)<\/collage:recipe>/)?.1)
    let new = recipe(String(old))
    try #require(new.utf8.count == old.utf8.count && new != String(old))
    try place.folder.write(
      bytes.replacing(Array(old.utf8), with: Array(new.utf8)), to: name)
    return id
  }

  private static let ownVersion = "&quot;version&quot;:&quot;\(Version.picture)&quot;"
  private static let newerVersion = "&quot;version&quot;:&quot;9.4&quot;"

  @Test(arguments: [
    (ownVersion, newerVersion),
    // Nothing of it is known.
    (
      "&quot;layout&quot;:&quot;grid&quot;,&quot;margin&quot;",
      "&quot;layout&quot;:&quot;heap&quot;,&quot;margin&quot;"
    ),
  ])
  func `a newer version's collage is refused by name where it has to be understood`(
    old: String, new: String
  ) throws {
    let id = try writeNewer {
      $0.replacing(old, with: new).replacing(Self.ownVersion, with: Self.newerVersion)
    }
    let path = "\(place.folder.path)/Pictures/Collages/collage-\(id).jpg"
    let message = "its recipe needs collage 9.4 or later, and this is \(Version.current)"
    for arguments in [
      ["library", "manifest", id], ["library", "remake", id, "--gap", "3"],
    ] {
      let outcome = try place.run(arguments)
      #expect(
        outcome.exitCode == 65 && outcome.error.contains(message), "\(arguments): \(outcome.error)")
    }
    let script = try place.run(["prompt"], input: .text("open \(id)\n"))
    #expect(script.exitCode == 65 && script.error.contains(message))
    // All that needs no understanding works.
    #expect(try place.run("library", "list").output.contains(id))
    let shown = try place.run("library", "show", id)
    #expect(
      shown.exitCode == 0
        && shown.output.contains("version     9.4, newer than this program, \(Version.current)\n"),
      "\(shown.output)\(shown.error)")
    #expect(try place.run("library", "show", id, "--json").output.contains(#""needs":"9.4""#))
    #expect(try place.run("library", "path", id).output.hasPrefix(path.prefix(1)))
    #expect(try place.run("library", "remove", id).exitCode == 0)
    #expect(try place.run("library", "undo").output == "\(id)\n")
  }
}
