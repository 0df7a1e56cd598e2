internal import CForeignPhotos

/// The program that is executed as a worker.
package enum WorkerProgram {
  /// Chooses another program than this very one, for a process that is no `collage`, such as a test. Call it once, before
  /// anything is decoded.
  package static func use(_ path: String) { unsafe cforeign_use_program(path) }
}
