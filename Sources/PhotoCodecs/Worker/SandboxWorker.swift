internal import CSandbox
internal import CSandboxedCodecs
internal import Glibc
internal import Imaging
internal import SystemPackage

/// Decodes photos, and draws text, in a process without rights.
///
/// The program must call `becomeWorkerIfAsked` before anything else.
package enum SandboxWorker {
  /// If the program was started as a worker, the process becomes one, and the call does not return.
  package static func becomeWorkerIfAsked() {
    unsafe csandboxed_run_worker_if_asked(CommandLine.argc, CommandLine.unsafeArgv)
  }

  /// Chooses another program than this very one as the worker, for a process that is no `collage`,
  /// such as a test. Call it once, before anything is decoded.
  package static func useProgram(_ path: String) { unsafe csandbox_use_program(path) }

  /// The program that is executed as a worker.
  package static var program: String { unsafe String(cString: csandbox_program()) }

  /// Decodes a photo in a worker, and waits for it: some milliseconds, plus the time that decoding
  /// takes.
  ///
  /// Memory: `request.pixelBytes` plus `request.decoderBytes`.
  ///
  /// - Parameters:
  ///   - photo: an open file, which the worker maps.
  ///   - program: the file to execute as the worker; that of `useProgram` by default.
  ///   - isCancelled: called every few milliseconds, on this thread.
  static func decode(
    _ request: DecodeRequest, photo: Int32, program: String? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> DecodedPixels {
    let buffer = try Buffer(request.code, count: request.pixelBytes, parameters: request.parameters)
    let reply = try run(
      buffer, codec: request.codec, photo: photo, program: program, seconds: request.seconds,
      isCancelled)
    guard PixelSize(width: Int(reply.width), height: Int(reply.height)) == request.size,
      Int(reply.depth) == request.depth, reply.loses_pixels <= 1
    else { throw .decoderFailed(.wrongReply) }
    return try DecodedPixels(
      of: buffer.descriptor, request.size, request.depth == 16 ? .sixteen : .eight, reply)
  }

  /// Starts a worker that loads a library and takes its protections, and asks it about them.
  package static func describe(
    _ library: WorkerLibrary, program: String? = nil
  ) throws(CodecError) -> WorkerDescription {
    let parameters = library.parameters
    var request = csandbox_request()
    request.task = .describe
    request.codec = library.codec.index
    request.processor_seconds = 10
    request.parameter_bytes = UInt64(parameters.count)
    let buffer = try Buffer(request, count: 0, parameters: parameters)
    return WorkerDescription(
      try run(buffer, codec: library.codec, photo: -1, program: program, seconds: 10, { false }))
  }

  /// The limit of time for a worker with this limit of processor time: a busy computer gives each
  /// process only a share of its processors.
  private static func elapsedSeconds(_ seconds: Int) -> Int { 8 * seconds }

  private static func run(
    _ buffer: borrowing Buffer, codec: SandboxedCodec, photo: Int32, program: String?, seconds: Int,
    _ isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> csandbox_reply {
    let check = CancellationCheck(isCancelled)
    var outcome = csandbox_outcome()
    unsafe csandbox_run(
      program, photo, buffer.descriptor, UInt32(elapsedSeconds(seconds)) * 1000,
      CancellationCheck.callback, check.context, &outcome)
    withExtendedLifetime(check) {}
    switch outcome.end {
    case .replied: break
    case .notStarted: throw CodecError(errno: outcome.errnum)
    case .smallStack: throw .decoderFailed(.smallStack)
    case .crashed: throw .decoderFailed(.crashed)
    case .killed: throw .decoderFailed(.killed)
    case .forbidden: throw .decoderFailed(.forbiddenCall)
    case .timeout: throw .decoderFailed(.timeout)
    case .starved: throw .decoderFailed(.starved)
    case .cancelled: throw .cancelled
    }
    let reply = outcome.reply
    guard reply.signature == CSANDBOX_REPLY_SIGNATURE else { throw .decoderFailed(.wrongReply) }
    switch reply.status {
    case .done where outcome.is_protected: return reply
    case .damaged where outcome.is_protected: throw .damaged(reason: reply.text)
    case .unsupported where outcome.is_protected: throw .unsupported(reason: reply.text)
    case .outOfMemory where outcome.is_protected: throw .decoderFailed(.memoryExceeded)
    case _ where !outcome.is_protected: throw setupFailure(reply, WorkerLibrary(of: codec, reply))
    default: throw .decoderFailed(.wrongReply)
    }
  }

  /// What a worker says before it is protected, and so before a photo can make it say anything.
  private static func setupFailure(
    _ reply: csandbox_reply, _ library: WorkerLibrary
  ) -> CodecError {
    switch reply.status {
    case .libraryMissing: .decoderFailed(.libraryMissing(packages: library.packages))
    case .libraryUnusable:
      .decoderFailed(.libraryUnusable(packages: library.packages, reason: reply.text))
    case .notBuilt: .decoderFailed(.notBuilt(packages: library.headerPackage))
    case .setupFailed: CodecError(errno: reply.errnum)
    case .unprotected: .decoderFailed(.unprotected(missing: WorkerDescription(reply).missing))
    default: .decoderFailed(.wrongReply)
    }
  }
}

extension CodecError {
  /// For a failure of our own system calls around the worker.
  init(errno: Int32) {
    self = errno == ENOMEM ? .outOfMemory : .decoderFailed(.notStarted(Errno(rawValue: errno)))
  }
}

/// A worker's buffer. Closes its descriptor when it is destroyed.
private struct Buffer: ~Copyable {
  let descriptor: Int32

  /// - Parameter parameters: as many as the request says.
  init(_ request: csandbox_request, count: Int, parameters: [UInt8] = []) throws(CodecError) {
    precondition(parameters.count == Int(request.parameter_bytes))
    var request = request
    descriptor = unsafe csandbox_create_buffer(&request, count, parameters)
    guard descriptor >= 0 else { throw CodecError(errno: errno) }
  }

  deinit { close(descriptor) }
}
