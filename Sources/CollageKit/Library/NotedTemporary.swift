internal import CProcess
internal import SystemPackage

/// A temporary file that is removed even when a signal ends the program before it could clean up.
struct NotedTemporary: ~Copyable {
  private let slot: Int32

  init(_ path: FilePath) { slot = unsafe path.withPlatformString { unsafe cprocess_note_temporary($0) } }

  deinit { cprocess_forget_temporary(slot) }

  /// While a file gets its final name or is removed: no signal ends the program in between, since the change would go
  /// unreported. Forget the temporary file first: another file may get its name.
  static func beginCommit() { cprocess_begin_commit() }
  static func endCommit() { cprocess_end_commit() }
}
