import Files
import SystemPackage

/// A folder is an absolute path between quotation marks, lines of others don't count, and any path
/// comes back from a line in which it is quoted, whatever stands before that.
func checkUserDirectories(_ bytes: [UInt8]) throws(BrokenPromise) {
  let home = FilePath("/home/user")
  let read = { (text: [UInt8]) in UserDirectories.directory("XDG_PICTURES_DIR", in: text, home) }
  if let folder = read(bytes) {
    try expect(folder.isAbsolute && folder != home, "a folder is an absolute path: \(folder)")
    let mark = UInt8(ascii: "\"")
    let isClosed = bytes.split(separator: UInt8(ascii: "\n")).contains {
      $0.filter { $0 == mark }.count > 1
    }
    try expect(isClosed, "it stands between quotation marks")
    let others = "\nXDG_MUSIC_DIR=\"/m\"\n#XDG_PICTURES_DIR=\"/p\"\nXDG_PICTURES_DIR=\"p\"\n"
    try expect(read(bytes + Array(others.utf8)) == folder, "other lines don't count")
  }
  // The path's own bytes, which no line can hold in another form than this.
  let name = bytes.filter { $0 != 0 && $0 != UInt8(ascii: "\n") }
  let quoted = name.flatMap { "\"\\$`".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
  let (prefix, folder) = bytes.choice(of: 2) == 0 ? ("/", "/") : ("$HOME/", "/home/user/")
  let line = Array("\nXDG_PICTURES_DIR=\"\(prefix)".utf8) + quoted + Array("\" # a comment".utf8)
  let expected = FilePath(bytes: Array(folder.utf8) + name)
  try expect(read(bytes + line) == (expected == home ? nil : expected), "\(expected) comes back")
}
