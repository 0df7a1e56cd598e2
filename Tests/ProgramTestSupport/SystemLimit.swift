import Glibc
import SystemPackage
package import TestSupport

/// A limit that the system imposes on a program.
package struct SystemLimit: CustomStringConvertible, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The number of a user's threads and processes.
    case threads = "nproc"
    /// Of address space, in bytes.
    case memory = "as"
    /// Of writable memory, in bytes.
    case data
    case descriptors = "nofile"
    /// Of the first thread's stack, in bytes.
    case stack
    /// Of a file's size, in bytes.
    case fileSize = "fsize"
  }

  package let kind: Kind
  package let value: Int

  package var description: String { "\(kind.rawValue) \(value)" }

  /// Some limits of each kind, from those with which nothing works to those that hardly matter.
  package static let all: [SystemLimit] =
    (1...10).map { SystemLimit(kind: .threads, value: $0) }
    + stride(from: 20, through: 400, by: 20).map {
      SystemLimit(kind: .memory, value: $0 * 1000 * 1024)
    }
    + (3...20).map { SystemLimit(kind: .descriptors, value: $0) }
    + (7...13).map { SystemLimit(kind: .stack, value: 1024 << $0) }

  /// Whether `every` limit is to be tried.
  package static let areAllWanted = unsafe getenv("COLLAGE_LIMITS") != nil

  /// The limits of one kind in small steps.
  package static func every(_ kind: Kind) -> [SystemLimit] {
    let values: [Int] =
      switch kind {
      case .threads: Array(1...40)
      case .memory: stride(from: 4, through: 600, by: 2).map { $0 << 20 }
      case .data: stride(from: 0, through: 300, by: 2).map { $0 << 20 }
      case .descriptors: Array(3...64)
      case .stack: stride(from: 64, through: 8192, by: 64).map { $0 << 10 }
      case .fileSize: stride(from: 0, through: 8192, by: 256).map { $0 }
      }
    return values.map { SystemLimit(kind: kind, value: $0) }
  }

  private static let prlimit: FilePath = "/usr/bin/prlimit"
  private static let setpriv = "/usr/bin/setpriv"
  /// A user with no other processes, so that only what is tested counts; the superuser's threads
  /// are never limited.
  private let user = Int.random(in: 100_000..<1_000_000_000)

  private static func identity(_ user: Int) -> [String] {
    ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"]
  }

  package init(kind: Kind, value: Int) {
    self.kind = kind
    self.value = value
  }

  /// Whether programs can be run under limits here, and as another user.
  package static let isPossible: Bool = {
    let other = ChildProcess(
      FilePath(setpriv), identity(54_321) + [BuiltProgram.path.string, "--version"], in: "/")
    let limited = ChildProcess(prlimit, ["--nofile=20", "/bin/true"], in: "/")
    return (try? other.run().exitCode) == 0 && (try? limited.run().exitCode) == 0
  }()

  /// The command under this limit.
  ///
  /// - Parameter isHard: whether the program can't raise it.
  package func command(_ command: ChildProcess, isHard: Bool = true) -> ChildProcess {
    var limited = command
    let identity = kind == .threads ? [Self.setpriv] + Self.identity(user) : []
    let options = ["--\(kind.rawValue)=\(value):\(isHard ? "\(value)" : "")"] + identity
    limited.arguments =
      options.map { Array($0.utf8) } + [command.program.platformBytes] + command.arguments
    limited.program = Self.prlimit
    return limited
  }
}
