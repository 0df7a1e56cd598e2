import Glibc
import SystemPackage

/// Where the dynamic loader's code is in a program's memory.
///
/// What the loader does before the program's own first call doesn't matter here, because we can't
/// handle its errors.
struct LoaderCode {
  private let ranges: [Range<UInt64>]

  /// - Parameter process: Its id; it must be stopped at its first instruction, when the kernel has
  ///   mapped nothing but the program and its loader. Throws `Errno`.
  init(in process: pid_t) throws {
    let program = try FilePath("/proc/\(process)/exe").readLink().string
    let maps = String(decoding: try FilePath("/proc/\(process)/maps").readFile(), as: UTF8.self)
    // "7f00-7fff r-xp 00000000 fe:00 4711   /usr/lib/ld.so"
    ranges = maps.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 5).map { $0.drop { $0 == " " } }
      guard fields.count == 6, fields[1].contains("x"), fields[5].hasPrefix("/"),
        fields[5] != program
      else {
        return nil
      }
      let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      return ends.count == 2 ? ends[0]..<ends[1] : nil
    }
  }

  func contains(_ address: UInt64) -> Bool { ranges.contains { $0.contains(address) } }
}
