import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport

/// The rules for a job that met a fault.
struct FaultRules {
  let job: FaultJob
  /// What its folder holds before, and after an undisturbed run.
  let before: FolderSnapshot
  let after: FolderSnapshot
  /// What an undisturbed run writes to standard output.
  let answer: String

  /// The promise that the run broke; nil when all hold.
  func broken(by run: TracedRun, _ fault: InjectedFault, leaving found: FolderSnapshot)
    -> FaultFinding.Kind?
  {
    let files = FilesState(of: found, before: before, after: after)
    switch run.terminationStatus {
    case .ranOutOfTime: return .hang
    case .killed(SIGKILL): return files == .neither ? .wrongFiles : nil
    case .killed(let signal):
      guard fault.kind == .signal(signal), !run.hadAskedFor(signal) else { return .signalDeath }
      return found == before ? nil : .wrongFiles
    case .exited(let code):
      if !fault.isAboutRemoving, found.contents.keys.contains(where: \.isTemporary) {
        return .leftover
      }
      if files == .neither { return .wrongFiles }
      if !fault.allows(code, of: job) { return .wrongCode }
      if !run.saysSentences(for: code, fault, job) { return .wrongMessage }
      return job == .batch
        ? brokenByBatch(run, code, fault, found) : brokenBySingle(run, code, fault, files)
    }
  }

  /// Everything is done; or nothing, and the program says why; or everything, and it says that the
  /// answer could not be written.
  private func brokenBySingle(
    _ run: TracedRun, _ code: Int32, _ fault: InjectedFault, _ files: FilesState
  ) -> FaultFinding.Kind? {
    if code == 0 {
      return files != .after ? .wrongFiles : run.output != answer ? .wrongAnswer : nil
    }
    let isDone =
      files == .after
      && (run.isMute(fault) || ["saved", "removed"].contains { run.error.contains($0) })
    return files != .before && !isDone ? .wrongFiles : !run.output.isEmpty ? .wrongAnswer : nil
  }

  /// The lines of results state the outcome of each job; a job without a line may be done or not.
  private func brokenByBatch(
    _ run: TracedRun, _ code: Int32, _ fault: InjectedFault, _ found: FolderSnapshot
  ) -> FaultFinding.Kind? {
    guard let results = try? ResultLine.lines(Array(run.output.utf8)) else { return .wrongAnswer }
    let failures = results.compactMap(\.error)
    if code <= 1, results.count != 3 || failures.isEmpty != (code == 0) { return .wrongAnswer }
    if !failures.allSatisfy({ fault.allows(Int32($0.code), of: .newFile) }) { return .wrongCode }
    let areTrue = results.allSatisfy { result in
      let names = FaultJob.outputs(of: result.job, before: before, after: after)
      let expected = result.error == nil ? after : before
      return names.allSatisfy { found.contents[$0] == expected.contents[$0] }
    }
    return areTrue ? nil : .wrongFiles
  }
}

extension InjectedFault {
  /// Whether the fault keeps a temporary file from being removed, which is then left to the next
  /// run.
  var isAboutRemoving: Bool {
    if case .error = kind { ["unlink", "unlinkat"].contains(call.name) } else { false }
  }

  /// Errors that only the system can be blamed for: the only right code for them is 74.
  private static let systemErrors: Set<Errno> = [
    .ioError, .noSpace, .diskQuotaExceeded, .noMemory, .tooManyOpenFiles, .tooManyOpenFilesInSystem,
    .fileTooLarge,
    .staleNFSFileHandle, .interrupted, .resourceTemporarilyUnavailable, .overflow,
  ]

  /// The codes for other errors: for a decoder they mean that its library isn't installed.
  private static func otherCodes(of job: FaultJob) -> Set<Int32> {
    job == .sandboxed ? [65, 66, 73, 74] : [66, 73, 74]
  }

  /// Whether this exit code may be what comes of it.
  func allows(_ code: Int32, of job: FaultJob) -> Bool {
    if code == 0 || code == 1 && job == .batch { return true }
    // A tracer makes a call fail by replacing it with an invalid one, for which the kernel kills a
    // decoder.
    if code == 65, job == .sandboxed, call.name == "write_pipe" { return true }
    return switch kind {
    case .error(let error):
      Self.systemErrors.contains(error) ? code == 74 : Self.otherCodes(of: job).contains(code)
    case .signal(let signal): code == 128 + signal
    case .killCaller: code == 74
    case .killBefore, .killAfter: false
    }
  }
}

extension TracedRun {
  /// Whether the program had asked to hear of the signal before the fault; until then the kernel
  /// ends it.
  fileprivate func hadAskedFor(_ signal: Int32) -> Bool {
    calls.prefix(faultIndex ?? 0).contains {
      $0.call.name == "rt_sigaction" && $0.firstArgument == UInt64(signal)
    }
  }

  /// Whether standard error contains what it should: a sentence with the reason, one for each bad
  /// photo, or some of them for a batch.
  fileprivate func saysSentences(for code: Int32, _ fault: InjectedFault, _ job: FaultJob) -> Bool {
    let lines = error.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let areOurs =
      lines.allSatisfy { $0.hasPrefix("collage: ") } && (error.isEmpty || error.hasSuffix("\n"))
    let arePhotos =
      lines.count <= job.photos.count
      && lines.allSatisfy { line in job.photos.contains { line.hasPrefix("collage: \($0): ") } }
    return areOurs && (code == 0 || job == .batch || isMute(fault) || lines.count == 1 || arePhotos)
  }

  /// Whether nothing could be reported, because reporting is what failed.
  fileprivate func isMute(_ fault: InjectedFault) -> Bool {
    guard fault.call.name == "write_pipe", let faultIndex else { return false }
    return fault.isLasting || calls[faultIndex].firstArgument == 2
  }
}
