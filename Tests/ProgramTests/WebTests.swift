import Dispatch
import FoundationEssentials
import Glibc
import PhotoCodecs
import PhotoLayouts
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos from the web, fetched by the built program from a server on the loopback.
@Suite(.waiting, .enabled(if: Nginx.isInstalled, "\(Nginx.reason)"))
struct WebTests {
  let place: Workplace
  let server: Nginx

  init() throws {
    place = try Workplace()
    server = try Nginx()
    for number in 1...6 { try server.write(Workplace.photos[number - 1], to: "\(number).jpg") }
  }

  /// The path of everything in the home folder whose name or contents include a text.
  private func places(of text: String) throws -> [String] {
    try place.folder.snapshot().contents.compactMap { name, content in
      if name.string.contains(text) { return name.string }
      guard case .file(let bytes) = content else { return nil }
      return String(decoding: bytes, as: UTF8.self).contains(text) ? name.string : nil
    }
  }

  private func bodies(_ folder: String = "bodies") -> [String] {
    (try? place.folder.names(in: FilePath(".cache/collage/web/\(folder)"))) ?? []
  }

  @Test func `photos from the web are used like files, in their order`() throws {
    let urls = [server.url("1.jpg"), server.url("2.jpg")]
    #expect(try place.make(urls[0], urls[1], "-o", "web.png").exitCode == 0)
    #expect(try place.make("1.jpg", "2.jpg", "-o", "files.png").exitCode == 0)
    #expect(try place.make("1.jpg", urls[1], "-o", "both.png").exitCode == 0)
    let files = try place.picture("files.png")
    #expect(try place.picture("web.png").colours == files.colours)
    #expect(try place.picture("both.png").colours == files.colours)
    let list = try place.run(
      Workplace.make + ["--files0-from", "-", "-o", "list.png"],
      input: .text("\(urls[0])\0\(urls[1])\0"))
    #expect(list.exitCode == 0)
    #expect(try place.picture("list.png").colours == files.colours)
    #expect(server.requests.count { $0.hasPrefix("GET /2.jpg 200") } == 1)
  }

  @Test func `the recipe names the URL, and its secrets are nowhere`() throws {
    try server.folder.write("ann:{PLAIN}s3cret\n".utf8, to: "users")
    let url = "http://ann:s3cret@127.0.0.1:\(server.port)/locked/1.jpg?token=h1dden#fr4gment"
    let made = try place.make(url, "2.jpg")
    #expect(made.exitCode == 0 && made.error.isEmpty)
    let recipe = try place.run("library", "show", made.id)
    #expect(recipe.output.contains("http://127.0.0.1:\(server.port)/locked/1.jpg"))
    let failed = try place.make(url.replacing("locked", with: "nothing"), "2.jpg")
    #expect(
      failed.answer
        == .failed(
          66,
          "http://127.0.0.1:\(server.port)/nothing/1.jpg: there is no such picture on its server (404); check the URL"
        ))
    let json = try place.run(Workplace.make + [url, "2.jpg", "--json"])
    #expect(json.output.contains("\"http://127.0.0.1:\(server.port)/locked/1.jpg\""))
    let prompt = try PromptTerminal(in: place.folder, columns: 120)
    #expect(try prompt.ask("add \(url)") == ["✓ added 1.jpg"])
    for secret in ["s3cret", "h1dden", "fr4gment"] {
      #expect(try places(of: secret) == [])
      #expect(!(json.output + json.error + failed.error + recipe.output).contains(secret))
    }
  }

  @Test func `each of six that can't be had is named, and nothing is written`() throws {
    try server.write(Array("<html>".utf8), to: "page.jpg")
    let names = ["1.jpg", "nothing.jpg", "2.jpg", "page.jpg", "3.jpg", "gone/4.jpg"]
    let before = try place.folder.names()
    let outcome = try place.run(Workplace.make + names.map(server.url) + ["-o", "out.jpg"])
    let base = "http://127.0.0.1:\(server.port)"
    #expect(
      outcome.answer
        == .failed(
          66, "\(base)/nothing.jpg: there is no such picture on its server (404); check the URL",
          "\(base)/page.jpg: its server sent something that isn't a readable picture; check the URL",
          "\(base)/gone/4.jpg: there is no such picture on its server (410); check the URL"))
    #expect(try place.folder.names() == [".cache"] + before)
    #expect(bodies("incoming").isEmpty)
  }

  @Test func `errors have exit codes of their own`() throws {
    let cases: [(String, [String], Int32)] = [
      (server.url("locked/1.jpg"), [], 77), (server.url("nothing.jpg"), [], 66),
      (server.url("1.jpg"), ["--max-download", "100"], 65), (server.secureURL("1.jpg"), [], 76),
      ("http://nothing.invalid/1.jpg", [], 68), ("http://127.0.0.1:1/1.jpg", [], 69),
    ]
    for (url, options, code) in cases {
      #expect(try place.run(Workplace.make + ["2.jpg", url] + options).exitCode == code, "\(url)")
    }
    #expect(
      try place.make(
        "2.jpg", server.secureURL("1.jpg"), "--ca-file", server.authority.string, "-o", "o.jpg"
      ).exitCode
        == 0)
  }

  @Test
  func
    `a batch refuses private addresses unless it is told otherwise, and the second run fetches nothing`()
    throws
  {
    let lines = (0..<6).map { number in
      "{\"photos\": [\"\(server.url("fresh/\(number % 3 + 1).jpg"))\", \"\(server.url("fresh/\(number % 2 + 4).jpg"))\"]}\n"
    }
    try place.folder.write(lines.joined().utf8, to: "jobs.jsonl")
    let arguments = ["batch", "jobs.jsonl", "--canvas", "40x20px"]
    let refused = try ResultLine.lines(place.run(arguments).outputBytes)
    #expect(refused.map(\.status) == Array(repeating: "failed", count: 6))
    #expect(refused.count { $0.error?.code == 77 && $0.error?.messages.count == 2 } == 6)
    #expect(server.requests.isEmpty)
    let saved = try ResultLine.lines(
      place.run(arguments + ["--allow-private-addresses"]).outputBytes)
    #expect(saved.map(\.status) == Array(repeating: "saved", count: 6))
    #expect(server.requests.count == 5)
    let again = try ResultLine.lines(
      place.run(arguments + ["--allow-private-addresses"]).outputBytes)
    #expect(again.map(\.status) == Array(repeating: "unchanged", count: 6))
    #expect(again.map(\.id) == saved.map(\.id))
    #expect(server.requests.count == 5)
    let refusedAgain = try ResultLine.lines(place.run(arguments).outputBytes)
    #expect(refusedAgain.map { $0.error?.code } == Array(repeating: 77, count: 6))
  }

  @Test func `the URLs of a saved collage lead to no private address unless that is allowed`()
    throws
  {
    let made = try place.make(server.url("1.jpg"), server.url("2.jpg"))
    #expect(made.exitCode == 0)
    let count = server.requests.count
    let commands = [
      ["library", "manifest", made.id], ["library", "remake", made.id],
      ["prompt", "--reopen", made.id],
    ]
    for command in commands[..<2] { #expect(try place.run(command).exitCode == 66) }
    #expect(try place.run(commands[2], input: .text("list\n")).error.contains("was not found"))
    #expect(server.requests.count == count)
    for command in commands {
      let outcome = try place.run(command + ["--allow-private-addresses"], input: .text(""))
      #expect(
        outcome.exitCode == 0 && !outcome.error.contains("was not found"),
        "\(command) \(outcome.error)")
    }
    #expect(server.requests.count > count)
  }

  @Test func `the cache can be used alone, asked anew, measured and emptied`() throws {
    let url = server.url("fresh/1.jpg")
    #expect(
      try place.make(url, "2.jpg", "--offline").answer
        == .failed(66, "\(url): it isn't in the cache; leave out --offline to fetch it"))
    let made = try place.make(url, "2.jpg")
    #expect(made.exitCode == 0)
    #expect(try place.make(url, "2.jpg", "--offline").answer == made.answer)
    #expect(server.requests.count == 1)
    #expect(try place.make(url, "2.jpg", "--refresh").answer == made.answer)
    #expect(server.requests.last == "GET /fresh/1.jpg 304 0")
    let (folder, size) = ("\(place.folder.string)/.cache/collage/web", Workplace.photos[0].count)
    #expect(try place.run("library", "cache").answer == .done("1\t\(size)\t\(folder)\n"))
    #expect(
      try place.run("library", "cache", "--clear", "--json").answer
        == .done("{\"bytes\":\(size),\"cleared\":true,\"path\":\"\(folder)\",\"photos\":1}\n"))
    #expect(try place.run("library", "cache").answer == .done("0\t0\t\(folder)\n"))
    #expect(bodies().isEmpty && bodies("entries").isEmpty)
    #expect(try place.make(url, "2.jpg", "--offline").exitCode == 66)
  }

  @Test func `a damaged entry of the cache is none`() throws {
    let url = server.url("fresh/1.jpg")
    #expect(try place.make(url, "2.jpg").exitCode == 0)
    let entry = try FilePath(".cache/collage/web/entries").appending(
      #require(bodies("entries").first))
    let text = String(decoding: try place.folder.read(entry), as: UTF8.self)
    try place.folder.write(text.replacing("\nbody ", with: "\nbodu ").utf8, to: entry)
    #expect(
      try place.make(url, "2.jpg", "--offline").answer
        == .failed(66, "\(url): it isn't in the cache; leave out --offline to fetch it"))
    #expect(try place.make(url, "2.jpg").exitCode == 0)
  }

  @Test(arguments: ["bodies", "incoming"])
  func `no folder is emptied through a link`(_ name: String) throws {
    let (cache, url) = (FilePath(".cache/collage/web"), server.url("fresh/1.jpg"))
    #expect(try place.make(url, "2.jpg", "-o", "a.jpg").exitCode == 0)
    try place.folder.makeFolder("mine")
    let files = ["1.jpg", "1ef7.tmp", String(repeating: "0", count: 64)]
    for file in files { try place.folder.write([1], to: FilePath("mine/\(file)")) }
    try place.folder.remove(cache.appending(name))
    try place.folder.makeSymbolicLink(cache.appending(name), to: "../../../mine")
    let cleared = try place.run("library", "cache", "--clear")
    if name == "bodies" {
      let path = place.folder.path(of: cache).appending(name)
      #expect(
        cleared.answer
          == .failed(
            74, "\(path): this is a link or a file, not a cache folder; move it away"))
    }
    #expect(try place.make(url, "2.jpg", "-o", "b.jpg").exitCode == 0)
    #expect(try place.folder.names(in: "mine") == files.sorted())
  }

  @Test func `what contradicts itself or is a part only is refused`() throws {
    let photo = Workplace.photos[0]
    let contradiction = try HostileServer { connection, _, _ in
      connection.respond("200 OK", ["Content-Length: 100"], body: photo)
    }
    let part = try HostileServer { connection, _, _ in
      connection.respond("206 Partial Content", ["Content-Range: bytes 0-99/100"], body: photo)
    }
    for (server, message) in [
      (
        contradiction,
        "its server sent an invalid HTTP response; check the URL, or try again later"
      ),
      (part, "its server answered 206 instead of a picture; check the URL"),
    ] {
      #expect(
        try place.make(server.url("1.jpg"), "2.jpg").answer
          == .failed(76, "\(server.url("1.jpg")): \(message)"))
    }
  }

  @Test(arguments: [SIGINT, SIGKILL])
  func `a signal during a transfer leaves no part of it`(_ signal: Int32) throws {
    let slow = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
      connection.send(Array(Workplace.photos[0].prefix(500)))
      connection.waitForClose()
    }
    let running = try BuiltProgram.command(
      Workplace.make + [slow.url("1.jpg"), "2.jpg"], in: place.folder
    ).start()
    #expect(Timeouts.wait(for: running) { !bodies("incoming").isEmpty })
    running.send(signal)
    let outcome = running.wait()
    if signal == SIGINT {
      #expect(outcome.answer == .failed(130, "interrupted; nothing was written"))
    }
    // What a killed program leaves behind is removed by the next transfer.
    if signal == SIGKILL {
      #expect(try place.make(server.url("1.jpg"), "2.jpg", "-o", "o.png").exitCode == 0)
    }
    #expect(bodies("incoming").isEmpty)
    #expect(try !place.folder.names().contains("Pictures"))
  }

  @Test func `libcurl is loaded for a URL only, and why it can't be is told`() throws {
    var local = BuiltProgram.command(Workplace.make + ["1.jpg", "2.jpg"], in: place.folder)
    local.environment["LD_DEBUG"] = "files"
    func expectNoTransfers(_ outcome: Outcome) {
      #expect(outcome.exitCode == 0)
      // The linker lists what it loads.
      #expect(outcome.error.contains("libc.so") && !outcome.error.contains("libcurl"))
    }
    expectNoTransfers(try local.run())
    local.arguments = ["--version"].map { Array($0.utf8) }
    expectNoTransfers(try local.run())
    var remote = BuiltProgram.command(
      Workplace.make + [server.url("1.jpg"), "2.jpg"], in: place.folder)
    remote.environment["LD_DEBUG"] = "files"
    #expect(try remote.run().error.contains("libcurl.so.4"))
    try place.folder.makeFolder("libraries")
    try place.folder.write([], to: "libraries/libcurl.so.4")
    remote.environment["LD_DEBUG"] = nil
    let libraries = place.folder.path(of: "libraries")
    remote.environment["LD_LIBRARY_PATH"] = libraries.string
    let cause =
      "can't be loaded: \(libraries)/libcurl.so.4: file too short; reinstall the package libcurl4"
    #expect(
      try remote.run().answer
        == .failed(69, "\(server.url("1.jpg")): libcurl, which fetches it, \(cause)"))
  }

  @Test func `on a terminal make shows how much it has fetched, and erases it`() throws {
    let isShown = DispatchSemaphore(value: 0)
    let photo = JPEGFile.inserting(
      JPEGFile.segment(0xFE, [UInt8](repeating: 0, count: 60_000)), into: Workplace.photos[0])
    let dripping = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(photo.count)\r\n\r\n")
      // Progress is shown when something arrives, and not at once: so bytes of the comment come one
      // by one until it is.
      var rest = photo[...]
      while rest.count > 10_000, isShown.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
        connection.send([rest.removeFirst()])
      }
      connection.send(Array(rest))
    }
    let command = BuiltProgram.command(
      Workplace.make + [dripping.url("1.jpg"), "2.jpg"], in: place.folder)
    let terminal = try PseudoTerminal(running: command)
    let kilobytes = (photo.count + 500) / 1000
    try terminal.wait {
      $0.text.contains("fetching 1 of 1 photos, ") && $0.text.contains(" kB of \(kilobytes) kB")
    }
    isShown.signal()
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.rows[1].hasPrefix("collage: saved as "))
    #expect(!terminal.screen.text.contains("fetching"))
    #expect(try terminal.modes == terminal.modesAtStart)
  }

  @Test func `on a terminal a batch shows how much it has fetched`() throws {
    // The other jobs take so long that progress is shown.
    try SlowPhotos.write(to: place.folder)
    let slow = SlowPhotos.names.prefix(2).map { "\"\($0)\"" }.joined(separator: ", ")
    let jobs = ["\"\(server.url("1.jpg"))\", \"2.jpg\"", slow, slow].enumerated().map {
      "{\"photos\": [\($1)], \"gap\": \($0)}\n"
    }
    try place.folder.write(jobs.joined().utf8, to: "jobs.jsonl")
    let arguments = [
      "batch", "jobs.jsonl", "--canvas", "40x20px", "--allow-private-addresses", "--jobs", "1",
    ]
    let terminal = try PseudoTerminal(
      running: BuiltProgram.command(arguments, in: place.folder), columns: 100)
    #expect(try terminal.waitForEnd() == .exited(0))
    let kilobytes = (Workplace.photos[0].count + 500) / 1000
    #expect(
      String(decoding: terminal.output, as: UTF8.self).contains(" left  \(kilobytes) kB fetched"))
  }

  @Test func `the prompt takes links, and Ctrl-C ends fetching`() throws {
    let stalling = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
      connection.send(Array(Workplace.photos[0].prefix(500)))
      connection.waitForClose()
    }
    let prompt = try PromptTerminal(in: place.folder, columns: 120)
    #expect(try prompt.ask("add 1.jpg \(server.url("2.jpg"))") == ["✓ added 1.jpg, 2.jpg"])
    #expect(try prompt.ask(server.url("fresh/3.jpg?a=1&b=2")) == ["✓ added 3.jpg"])
    #expect(try prompt.ask("remove \(server.url("2.jpg"))") == ["✓ removed photo 2"])
    try prompt.send("add \(stalling.url("4.jpg"))\r")
    try prompt.wait {
      $0.text.contains(/fetching \d+ of \d+ photos, \d+ kB of \d\.\d MB   Ctrl-C cancels/)
    }
    try prompt.send("\u{3}")
    try prompt.wait { $0.transcript.contains("✗ cancelled; no photo was added") }
    #expect(try prompt.ask("list").count == 2)
  }
}
