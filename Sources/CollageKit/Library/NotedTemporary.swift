internal import CProcess
internal import SystemPackage

/// A temporary file that is removed even when a signal ends the program before it could be tidied up.
struct NotedTemporary: ~Copyable {
  private let slot: Int32

  init(_ path: FilePath) { slot = unsafe path.withPlatformString { unsafe cprocess_note_temporary($0) } }

  deinit { cprocess_forget_temporary(slot) }

  /// Between these a file gets its final name or is removed: meanwhile no signal ends the program, or the name would be taken and nobody
  /// told. The file must not be noted any more, since its temporary name may become that of another one.
  static func beginCommit() { cprocess_begin_commit() }
  static func endCommit() { cprocess_end_commit() }
}
