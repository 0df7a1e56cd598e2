import CLibFuzzer
import FuzzTargets

/// The target is named by a variable, because libFuzzer starts this program anew with arguments of
/// its own.
enum Program {
  static let target: FuzzTarget = {
    let name = unsafe getenv("COLLAGE_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError(
        "COLLAGE_FUZZ_TARGET must be one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))"
      )
    }
    return target
  }()
}

var argumentCount = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
let status = unsafe withUnsafeMutablePointer(to: &arguments) { arguments in
  unsafe LLVMFuzzerRunDriver(
    &argumentCount,
    UnsafeMutableRawPointer(arguments).assumingMemoryBound(
      to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self)
  ) { bytes, count in
    let bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    do { try Program.target.check(bytes) } catch { fatalError("\(error)") }
    clibfuzzer_count_reached()
    return 0
  }
}
exit(status)
