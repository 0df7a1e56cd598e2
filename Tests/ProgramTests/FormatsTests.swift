import FoundationEssentials
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage formats`.
@Suite(.waiting) struct FormatsTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 0) }

  private struct Formats: Decodable {
    struct Input: Decodable {
      let format: String
      let readable: Bool
      let libraries, reason: String?
      let gainMaps: [String]
    }
    struct Output: Decodable { let format, libraries: String }
    struct Part: Decodable {
      let name: String
      let available: Bool
      let libraries, reason: String?
    }
    struct Protection: Decodable {
      let name: String
      let active: Bool
      let detail: String
    }
    let reads: [Input]
    let writes: [Output]
    let colours: String
    let faces: String
    let optional: [Part]
    let protections: [Protection]
  }

  private func formats() throws -> Formats {
    let outcome = try place.run("formats", "--json")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    #expect(outcome.output.split(separator: "\n").count == 1)
    return try JSONDecoder().decode(Formats.self, from: Data(outcome.output.utf8))
  }

  @Test func `every format has its libraries with versions, or says what to install`() throws {
    let formats = try formats()
    #expect(
      formats.reads.map(\.format) == ["jpeg", "png", "heic", "avif", "webp", "jxl", "tiff", "raw"])
    #expect(formats.writes.map(\.format) == ["jpeg", "png", "pdf", "webp", "avif", "jxl"])
    for input in formats.reads where input.readable {
      #expect(input.libraries?.contains(/^[a-z0-9-]+ [0-9]+\.[0-9]/) == true)
      #expect(input.reason == nil)
    }
    for input in formats.reads where !input.readable {
      #expect(
        input.libraries == nil && ["heic", "avif", "webp", "jxl", "tiff"].contains(input.format))
      #expect(
        input.reason?.contains(/^missing: (install|this program was built without) lib/) == true)
    }
    let jpeg = try #require(formats.reads.first { $0.format == "jpeg" }?.libraries)
    let png = try #require(formats.reads.first { $0.format == "png" }?.libraries)
    if FastPaths.areBuilt {
      // With the libraries of this build, no trial may fail.
      #expect(jpeg.contains(/^libjpeg-turbo [0-9.]+, collage's Huffman decoder$/))
      #expect(png.hasSuffix(", ISA-L") || png.hasSuffix("; without libisal2, which is faster"))
    } else {
      #expect(jpeg.hasSuffix(" alone, in a plain build"))
      #expect(png.hasSuffix(" alone, in a plain build"))
    }
    #expect(formats.writes.allSatisfy { $0.libraries.contains(/^lib[a-z-]+ [0-9]/) })
    #expect(formats.colours.contains(/^Little CMS 2\.[0-9]+/))
    #expect(formats.faces == "YuNet")
  }

  @Test func `the kinds of gain maps are listed that are read in each format`() throws {
    let kinds = Dictionary(
      uniqueKeysWithValues: try formats().reads.map { ($0.format, $0.gainMaps) })
    #expect(kinds["jpeg"] == ["Ultra HDR", "ISO 21496-1", "Apple"])
    #expect(kinds["heic"] == ["ISO 21496-1", "Apple"] && kinds["avif"] == kinds["heic"])
    #expect(kinds["jxl"] == ["ISO 21496-1"])
    #expect(["png", "webp", "tiff", "raw"].allSatisfy { kinds[$0] == [] })
    #expect(
      try place.run("formats").output.contains(
        """

        gain maps for HDR screens:
          jpeg  Ultra HDR, ISO 21496-1, Apple
          heic  ISO 21496-1, Apple
          avif  ISO 21496-1, Apple
          jxl   ISO 21496-1

        """))
  }

  @Test func `what draws text, finds fonts and fetches photos is there, or says what to install`()
    throws
  {
    let parts = try formats().optional
    let forms = [
      /HarfBuzz [0-9.]+, FriBidi [0-9.]+/, /fontconfig [0-9.]+/,
      /libcurl [0-9.]+, [A-Za-z]+ [0-9.]+/,
    ]
    let packages = ["libharfbuzz0b and libfribidi0", "libfontconfig1", "libcurl4"]
    #expect(parts.map(\.name) == ["text", "fonts", "web"])
    for (part, (form, package)) in zip(parts, zip(forms, packages)) {
      #expect(part.available == (part.reason == nil) && part.available == (part.libraries != nil))
      if let libraries = part.libraries {
        #expect(try form.wholeMatch(in: libraries) != nil, "\(libraries)")
      }
      if let reason = part.reason { #expect(reason == "missing: install \(package)") }
    }
    let lines = try place.run("formats").output.split(separator: "\n")
    for part in parts {
      let text = part.libraries ?? part.reason ?? "?"
      #expect(lines.contains { $0.hasPrefix("  \(part.name) ") && $0.hasSuffix("  \(text)") })
    }
  }

  @Test func `a library that is there but can't be loaded is named with the loader's reason`()
    throws
  {
    try place.folder.makeFolder("libraries")
    for name in ["libfontconfig.so.1", "libcurl.so.4"] {
      try place.folder.write([], to: FilePath("libraries/\(name)"))
    }
    var command = BuiltProgram.command(["formats"], in: place.folder)
    command.environment["LD_LIBRARY_PATH"] = place.folder.path(of: "libraries").string
    let outcome = try command.run()
    #expect(outcome.exitCode == 0 && outcome.error == "")
    for (part, name) in [("fonts", "libfontconfig.so.1"), ("web", "libcurl.so.4")] {
      let line = outcome.output.split(separator: "\n").first { $0.hasPrefix("  \(part) ") } ?? ""
      #expect(line.contains("  failing: ") && line.contains("\(name): file too short"), "\(line)")
    }
  }

  @Test func `each protection of the decoders' process is there, or says why it isn't`() throws {
    let formats = try formats()
    let isReadable = formats.reads.contains {
      ["heic", "avif", "webp", "jxl", "tiff"].contains($0.format) && $0.readable
    }
    #expect(
      formats.protections.map(\.name)
        == (isReadable ? ["limits", "no new privileges", "Landlock", "system call filter"] : []))
    #expect(formats.protections.allSatisfy { !$0.detail.isEmpty })
    // Every kernel that the program supports has these.
    #expect(formats.protections.prefix(2).allSatisfy { $0.active })
  }

  @Test func `the text says the same, aligned`() throws {
    let formats = try formats()
    let outcome = try place.run("formats")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "reads:")
    for (line, input) in zip(lines.dropFirst(), formats.reads) {
      let text = line.dropFirst(2 + 4 + 2)
      #expect(line.hasPrefix("  \(input.format)"))
      #expect(text.hasPrefix(input.libraries ?? input.reason ?? "?"))
    }
    for protection in formats.protections {
      let wanted = "\(protection.active ? "yes" : "no ")  \(protection.detail)"
      #expect(
        lines.contains { $0.hasPrefix("  \(protection.name) ") && $0.hasSuffix("  \(wanted)") })
    }
    #expect(lines.allSatisfy { $0.count <= 100 && !$0.hasSuffix(" ") })
  }

  @Test(.enabled(if: FastPaths.areBuilt, "COLLAGE_PLAIN: there is nothing else"))
  func `it says so where the libraries were asked to decode alone`() throws {
    let outcome = try place.shell(#"COLLAGE_DECODERS=plain "$@""#, ["formats"])
    #expect(outcome.exitCode == 0 && outcome.error == "")
    #expect(outcome.output.contains(/\n  jpeg  libjpeg-turbo [0-9.]+ alone, as requested\n/))
    #expect(outcome.output.contains(/\n  png   libpng [0-9.]+, zlib [0-9.]+ alone, as requested\n/))
    #expect(try place.run("formats", "--help").output.contains("COLLAGE_DECODERS=plain"))
  }

  @Test func `the command is known to help and to completion`() throws {
    #expect(try place.run("--help").output.contains("\n  formats "))
    #expect(try place.run("formats", "--help").output.contains("--json"))
    #expect(
      try place.run("---complete", "bash", "collage form", "form").output.contains("\nformats\n"))
    #expect(
      try place.run("format").answer
        == .failed(64, "'format' is neither a command nor a file; did you mean 'formats'?")
    )
    #expect(try place.run("formats", "surplus").exitCode == 64)
  }

  @Test func `an answer that can't be written is 74`() throws {
    #expect(try place.shell(#""$@" >/dev/full"#, ["formats"]).exitCode == 74)
  }
}
