import CSandbox
import CSandboxedCodecs
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// A decoder that was taken over by a photo gains nothing.
struct HostileDecoderTests {
  @Test func `a decoder may fill its pixels`() throws {
    let pixels = try HostileDecoder.decode("d")
    #expect(pixels.bytes == 32 && pixels.faults.isNone)
    let last = unsafe pixels.pointer(at: 31).load(as: UInt8.self)
    #expect(last == 7)
  }

  @Test func `what a decoder reads without having set it is always zero`() throws {
    let pixels = try HostileDecoder.decode("r")
    let bytes = (0..<pixels.bytes).map { unsafe pixels.pointer(at: $0).load(as: UInt8.self) }
    #expect(bytes == Array(repeating: 0, count: 32))
  }

  @Test(arguments: [
    "o", "p", "s", "f", "e", "k", "K", "z", "v", "t", "T", "x", "X", "F", "g", "w", "c", "S", "L",
  ])
  func `a decoder that calls the system for anything else is killed`(deed: Character) {
    #expect(throws: CodecError.decoderFailed(.forbiddenCall)) { try HostileDecoder.run(deed) }
  }

  @Test(arguments: ["b", "a", "C", "q", "h"])
  func
    `a decoder that crashes, writes beyond its memory, corrupts its heap or ends early is noticed`(
      deed: Character
    )
  {
    #expect(throws: CodecError.decoderFailed(.crashed)) { try HostileDecoder.run(deed) }
  }

  @Test func `a decoder that computes for ever is ended`() throws {
    let error = #expect(throws: CodecError.self) { try HostileDecoder.run("l", seconds: 1) }
    // On a busy machine it doesn't get the second that it may take.
    let isEnded = [.decoderFailed(.timeout), .decoderFailed(.starved)].contains(error)
    #expect(isEnded, "\(String(describing: error))")
  }

  @Test(arguments: ["O", "Q"])
  func `a process that ends before it looks at the photo says nothing about it`(deed: Character) {
    #expect(throws: CodecError.decoderFailed(.killed)) { try HostileDecoder.run(deed) }
  }

  @Test func `a decoder that is killed from outside says nothing about the photo`() {
    #expect(throws: CodecError.decoderFailed(.killed)) {
      try HostileDecoder.run("l", isCancelled: { killProtectedChild() })
    }
  }

  @Test func `a decoder can't have more memory than it was given`() {
    #expect(throws: CodecError.decoderFailed(.memoryExceeded)) { try HostileDecoder.run("A") }
  }

  @Test(arguments: ["1", "2", "3", "4", "5", "6"])
  func `a wrong reply is noticed`(deed: Character) {
    #expect(throws: CodecError.decoderFailed(.wrongReply)) { try HostileDecoder.run(deed) }
  }

  @Test(arguments: ["9", "N", "U", "E"])
  func `a decoder can't blame the installation`(deed: Character) {
    #expect(throws: CodecError.decoderFailed(.wrongReply)) { try HostileDecoder.run(deed) }
  }

  @Test(
    arguments: [
      ("i", .libraryMissing(packages: "libwebp7")),
      ("B", .notBuilt(packages: "libwebp-dev")),
      ("8", .wrongReply),
    ] as [(Character, WorkerFailure)])
  func `what the installation lacks is told before a photo is read`(
    deed: Character, failure: WorkerFailure
  ) {
    #expect(throws: CodecError.decoderFailed(failure)) { try HostileDecoder.run(deed) }
  }

  @Test func `a library that is there but can't be used is told with the reason`() throws {
    let error = #expect(throws: CodecError.self) { try HostileDecoder.run("u") }
    guard case .decoderFailed(.libraryUnusable(packages: "libwebp7", let reason)) = error else {
      Issue.record("it was \(String(describing: error))")
      return
    }
    #expect(reason.contains("no_such_function"))
  }

  @Test func `a message is made harmless`() throws {
    #expect(try HostileDecoder.message("m") == "a?b?[31mc?")
    let long = try #require(try HostileDecoder.message("7"))
    #expect(long.allSatisfy { $0 == "x" } && long.count == 160)
  }

  @Test func `the name of a library is made harmless`() throws {
    let description = try SandboxWorker.describe(.hevc, program: HostileDecoder.path)
    #expect(description.library == "a?b?[31mc?" + String(repeating: "x", count: 30))
  }

  @Test func `what decodes HEIC and AVIF is told apart`() {
    var reply = csandbox_reply()
    #expect(WorkerLibrary(of: .heif, reply).packages == "libde265-0")
    reply.failing_library = CSandboxedHEIFCodec.AV1.rawValue
    #expect(WorkerLibrary(of: .heif, reply).packages == "libdav1d6 or libdav1d7")
  }

  @Test func `cancelling ends a decoder`() {
    #expect(throws: CodecError.cancelled) { try HostileDecoder.run("l", isCancelled: { true }) }
  }

  @Test func `a program that can't be executed is an error of the system`() {
    #expect(throws: CodecError.decoderFailed(.notStarted(.noSuchFileOrDirectory))) {
      try HostileDecoder.run("d", program: "/no/such/program")
    }
  }

  @Test func `no process and no descriptor is left`() async {
    await #expect(processExitsWith: .success) {
      // What the first use opens for good is not left over.
      try? HostileDecoder.run("d")
      let before = descriptors()
      for deed in "dosfekbaqhl1457A" { try? HostileDecoder.run(deed, seconds: 1) }
      try? HostileDecoder.run("l", isCancelled: { true })
      try? HostileDecoder.run("d", program: "/no/such/program")
      #expect(descriptors() == before)
      let child = waitpid(-1, nil, WNOHANG)
      #expect(child == -1 && errno == ECHILD)
    }
  }
}

/// Kills the child that this thread has started, once it has a filter of system calls; returns
/// false.
private func killProtectedChild() -> Bool {
  func text(_ path: FilePath) -> String {
    String(decoding: (try? path.readFile()) ?? [], as: UTF8.self)
  }
  for child in text(FilePath("/proc/thread-self/children")).split(separator: " ").compactMap({
    pid_t($0)
  }) {
    if text(FilePath("/proc/\(child)/status")).contains("\nSeccomp:\t2\n") { kill(child, SIGKILL) }
  }
  return false
}

/// The open descriptors of this process.
private func descriptors() -> [Int32] {
  (0..<256).filter { fcntl($0, F_GETFD) >= 0 }
}

/// The test program `collage-hostile-decoder`, which does what its photo's first byte says.
enum HostileDecoder {
  static let path = BuiltProgram.path(of: "collage-hostile-decoder").string

  static func decode(
    _ deed: Character, seconds: Int = 60, program: String = path,
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> DecodedPixels {
    let folder = try TemporaryFolder()
    try folder.write(Array("\(deed)".utf8), to: "photo")
    let photo = try FileDescriptor.open(
      folder.path.appending("photo"), .readOnly, options: .closeOnExec)
    defer { try? photo.close() }
    let size = PixelSize(width: 4, height: 2)
    let request = DecodeRequest(
      .webp, [], size, depth: 8, decoderBytes: 32 << 20, seconds: seconds)
    return try SandboxWorker.decode(
      request, photo: photo.rawValue, program: program, isCancelled: isCancelled)
  }

  static func run(
    _ deed: Character, seconds: Int = 60, program: String = path,
    isCancelled: @escaping () -> Bool = { false }
  ) throws {
    _ = try decode(deed, seconds: seconds, program: program, isCancelled: isCancelled)
  }

  static func message(_ deed: Character) throws -> String? { try decode(deed).faults.message }
}
