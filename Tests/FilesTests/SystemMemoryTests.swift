import Files
import SystemPackage
import TestSupport
import Testing

/// What a process can take, read from files as the kernel writes them.
@Suite struct SystemMemoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(
      "MemTotal:        8000000 kB\nMemFree:           10000 kB\nMemAvailable:    1000000 kB\n",
      to: "proc/meminfo")
  }

  private static let machine = 1_000_000 << 10
  private static let twoMount =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 master:1 - cgroup2 cgroup2 rw,nsdelegate\n"

  private func write(_ text: String, to name: FilePath) throws {
    var parent = FilePath()
    for part in name.removingLastComponent().components {
      parent.append(part)
      if (try? folder.path(of: parent).stat()) == nil { try folder.makeFolder(parent) }
    }
    try folder.write(text.utf8, to: name)
  }

  private func write(groups: String, mounts: String) throws {
    try write(groups, to: "proc/self/cgroup")
    try write("24 1 8:1 / / rw - ext4 /dev/sda1 rw\nno mount\n" + mounts, to: "proc/self/mountinfo")
  }

  private var left: Int { SystemMemory(root: folder.path).left }

  @Test func `without limits it is what the machine has left, with swap`() throws {
    #expect(left == Self.machine)
    try write("MemAvailable: 1000000 kB\nSwapFree: 24 kB\n", to: "proc/meminfo")
    #expect(left == Self.machine + 24 << 10)
  }

  @Test func `where nothing can be read, nothing is limited`() throws {
    try folder.remove("proc")
    #expect(left == .max)
    try write("MemAvailable: lots\n", to: "proc/meminfo")
    #expect(left == .max)
  }

  @Test func `the limit of version 2 counts less what is used, but for caches`() throws {
    try write(groups: "0::/a/b\n", mounts: Self.twoMount)
    try write("67108864\n", to: "sys/fs/cgroup/a/b/memory.max")
    #expect(left == 64 << 20)
    try write("10000000\n", to: "sys/fs/cgroup/a/b/memory.current")
    #expect(left == 64 << 20 - 10_000_000)
    try write(
      "anon 5000000\nfile 6000000\ninactive_file 3000000\nactive_file 1000000\n",
      to: "sys/fs/cgroup/a/b/memory.stat")
    #expect(left == 64 << 20 - 6_000_000)
    try write("70000000\n", to: "sys/fs/cgroup/a/b/memory.current")
    try write("", to: "sys/fs/cgroup/a/b/memory.stat")
    #expect(left == 0)
  }

  @Test func `the lowest limit of a group and those around it counts`() throws {
    try write(groups: "0::/a/b\n", mounts: Self.twoMount)
    try write("max\n", to: "sys/fs/cgroup/a/b/memory.max")
    try write("max\n", to: "sys/fs/cgroup/a/b/memory.high")
    #expect(left == Self.machine)
    try write("50000000\n", to: "sys/fs/cgroup/memory.max")
    #expect(left == 50_000_000)
    try write("40000000\n", to: "sys/fs/cgroup/a/memory.high")
    #expect(left == 40_000_000)
    try write("30000000\n", to: "sys/fs/cgroup/a/b/memory.max")
    #expect(left == 30_000_000)
    try write("10000000\n", to: "sys/fs/cgroup/c/memory.max")
    #expect(left == 30_000_000)
  }

  @Test
  func `version 1 has a hierarchy for memory, also together with others and beside version 2`()
    throws
  {
    try write(
      groups: "9:name=systemd:/x\n4:cpu,memory:/a:b\n0::/\n",
      mounts: """
        32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpuset
        33 31 0:30 / /sys/fs/cgroup/m\\040\\134 rw,relatime - cgroup cgroup rw,cpu,memory
        34 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw

        """)
    try write("9223372036854771712\n", to: "sys/fs/cgroup/m \\/memory.limit_in_bytes")
    #expect(left == Self.machine)
    try write("50000000\n", to: "sys/fs/cgroup/m \\/a:b/memory.limit_in_bytes")
    try write("9000000\n", to: "sys/fs/cgroup/m \\/a:b/memory.usage_in_bytes")
    try write(
      "inactive_file 5\ntotal_inactive_file 1000000\n", to: "sys/fs/cgroup/m \\/a:b/memory.stat")
    #expect(left == 42_000_000)
    try write("1000\n", to: "sys/fs/cgroup/cpu/memory.limit_in_bytes")
    #expect(left == 42_000_000)
  }

  @Test(arguments: [
    ("/docker/1", "/docker/1"), ("/", "/"), ("/", "/.."), ("/docker/1", "/pods/2"), ("/../x", "/"),
  ])
  func `in a container the group's own folder is what is mounted`(path: String, root: String) throws
  {
    try write(
      groups: "0::\(path)\n", mounts: "30 23 0:26 \(root) /sys/fs/cgroup ro - cgroup2 cgroup ro\n")
    try write("50000000\n", to: "sys/fs/cgroup/memory.max")
    #expect(left == 50_000_000)
  }

  @Test func `a group inside of what is mounted counts as well`() throws {
    try write(
      groups: "0::/docker/1/a\n",
      mounts: "30 23 0:26 /docker/1 /sys/fs/cgroup ro - cgroup2 cgroup ro\n")
    try write("50000000\n", to: "sys/fs/cgroup/a/memory.max")
    #expect(left == 50_000_000)
  }

  @Test(arguments: ["", "-1\n", "99999999999999999999\n", "12x\n", "\n"])
  func `what is no number is no limit`(limit: String) throws {
    try write(groups: "0::/\n", mounts: Self.twoMount)
    try write(limit, to: "sys/fs/cgroup/memory.max")
    #expect(left == Self.machine)
  }
}
