package import SystemPackage

/// The memory that this process can still use, according to files in `/proc` and `/sys`.
///
/// A process that exceeds the limit of a container or another control group is killed; its
/// allocations don't fail first.
package struct SystemMemory: Sendable {
  private let root: FilePath

  /// - Parameter root: the folder that stands for `/`.
  package init(root: FilePath = "/") { self.root = root }

  /// In bytes: what the machine has left or, if that is less, what the control groups allow.
  /// `Int.max` when neither is known. Reads some small files.
  package var left: Int {
    var left = machineLeft ?? .max
    for group in groups {
      for folder in group.folders {
        left = min(left, memoryLeft(in: folder, group.version) ?? .max)
      }
    }
    return left
  }

  /// What is available without ending other programs: free memory, caches and swap.
  private var machineLeft: Int? {
    let fields = fields(of: "proc/meminfo")
    return fields["MemAvailable:"].map { ($0 + fields["SwapFree:", default: 0]) << 10 }
  }

  /// The lowest limit on a group's memory, minus what the group uses. Cached pages of files don't
  /// count as used, because they can be dropped and read again.
  private func memoryLeft(in group: FilePath, _ version: ControlGroup.Version) -> Int? {
    guard let limit = version.limits.compactMap({ number(in: group.appending($0)) }).min() else {
      return nil
    }
    let used = number(in: group.appending(version.usage)) ?? 0
    let fields = fields(of: group.appending("memory.stat"))
    let cached = version.caches.compactMap { fields[$0] }.reduce(0, +)
    return max(limit - max(used - cached, 0), 0)
  }

  private var groups: [ControlGroup] {
    let paths = text("proc/self/cgroup").split(separator: UInt8(ascii: "\n")).compactMap(
      ControlGroup.Path.init)
    let mounts = text("proc/self/mountinfo").split(separator: UInt8(ascii: "\n")).compactMap(
      ControlGroup.Mount.init)
    return mounts.flatMap { mount in
      paths.filter { $0.version == mount.version }.map { ControlGroup($0, mount) }
    }
  }

  /// Nil for "max", which means no limit, and if the file can't be read.
  private func number(in file: FilePath) -> Int? {
    let text = String(decoding: text(file).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    // Version 1 writes the largest number of pages, in bytes, if there is no limit.
    return Int(text).flatMap { (0..<1 << 60).contains($0) ? $0 : nil }
  }

  /// The first two words of each line, the second of which is a number.
  private func fields(of file: FilePath) -> [String: Int] {
    var fields: [String: Int] = [:]
    for line in String(decoding: text(file), as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      // A larger number than any machine's memory would overflow when multiplied.
      if words.count >= 2, let number = Int(words[1]), (0..<1 << 50).contains(number) {
        fields[String(words[0])] = number
      }
    }
    return fields
  }

  /// Empty when it can't be read.
  private func text(_ file: FilePath) -> [UInt8] {
    guard let file = try? FileSystem.opened(root.pushing(file)) else { return [] }
    defer { try? file.close() }
    return (try? file.readToEnd(limit: 4 << 20)) ?? []
  }
}

/// The control group of this process in one hierarchy.
private struct ControlGroup {
  /// Version 2 has one hierarchy, version 1 one for each kind of limit; systems may have both.
  enum Version {
    case one
    case two

    /// The files with limits, in bytes. Above `memory.high` a process isn't killed but slowed down
    /// to almost nothing.
    var limits: [FilePath.Component] {
      self == .one ? ["memory.limit_in_bytes"] : ["memory.max", "memory.high"]
    }
    var usage: FilePath.Component { self == .one ? "memory.usage_in_bytes" : "memory.current" }
    var caches: [String] {
      self == .one
        ? ["total_active_file", "total_inactive_file"] : ["active_file", "inactive_file"]
    }
  }

  /// A line of `/proc/self/cgroup`, such as `4:cpu,memory:/path` or `0::/path`.
  struct Path {
    let version: Version
    let path: FilePath

    /// Nil for a hierarchy that has no limits on memory.
    init?(_ line: ArraySlice<UInt8>) {
      let parts = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      if parts[0].elementsEqual("0".utf8), parts[1].isEmpty {
        version = .two
      } else if parts[1].split(separator: UInt8(ascii: ",")).contains(where: {
        $0.elementsEqual("memory".utf8)
      }) {
        version = .one
      } else {
        return nil
      }
      path = FilePath(bytes: parts[2])
    }
  }

  /// A line of `/proc/self/mountinfo`.
  struct Mount {
    let version: Version
    /// The group that is seen at `place`.
    let root: FilePath
    let place: FilePath

    /// Nil for another file system.
    init?(_ line: ArraySlice<UInt8>) {
      let words = line.split(separator: UInt8(ascii: " "))
      // The sixth word is followed by any number of optional ones, up to a dash.
      guard words.count > 6,
        let dash = words[6...].firstIndex(where: { $0.elementsEqual("-".utf8) })
      else {
        return nil
      }
      let rest = words[(dash + 1)...]
      guard rest.count >= 3, let type = rest.first, let options = rest.last else { return nil }
      if type.elementsEqual("cgroup2".utf8) {
        version = .two
      } else if type.elementsEqual("cgroup".utf8),
        options.split(separator: UInt8(ascii: ",")).contains(where: {
          $0.elementsEqual("memory".utf8)
        })
      {
        version = .one
      } else {
        return nil
      }
      root = FilePath(bytes: Self.unescaped(words[3]))
      place = FilePath(bytes: Self.unescaped(words[4]))
    }

    /// Undoes the kernel's escapes: blanks and backslashes are written as three octal digits, such
    /// as `\040`.
    private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
      var bytes: [UInt8] = []
      var rest = word
      while let byte = rest.popFirst() {
        let digits = rest.prefix(3)
        if byte == UInt8(ascii: "\\"), digits.count == 3,
          let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
        {
          bytes.append(code)
          rest = rest.dropFirst(3)
        } else {
          bytes.append(byte)
        }
      }
      return bytes
    }
  }

  let version: Version
  /// The folders of the group and of the visible groups around it, relative to the system's root;
  /// each of them may have a limit. Some may not exist.
  let folders: [FilePath]

  init(_ path: Path, _ mount: Mount) {
    version = mount.version
    var folder = FilePath(root: nil, mount.place.components)
    var folders = [folder]
    // Inside a container the path may not lead to a place that this mount shows; then the mount
    // itself is the container's group.
    if path.path.starts(with: mount.root) {
      var inside = path.path
      _ = inside.removePrefix(mount.root)
      for name in inside.components {
        folder.append(name)
        folders.append(folder)
      }
    }
    self.folders = folders
  }
}
