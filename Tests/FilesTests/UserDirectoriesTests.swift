import Files
import SystemPackage
import Testing

/// The folders that `user-dirs.dirs` names.
@Suite struct UserDirectoriesTests {
  private func pictures(_ text: String) -> FilePath? {
    UserDirectories.directory("XDG_PICTURES_DIR", in: Array(text.utf8), "/home/lena")
  }

  @Test(
    arguments: [
      ("XDG_PICTURES_DIR=\"$HOME/Bilder\"", "/home/lena/Bilder"),
      ("  XDG_PICTURES_DIR = \"/media/pictures\" # a disk", "/media/pictures"),
      ("XDG_PICTURES_DIR=\"/a\"\nXDG_PICTURES_DIR=\"/b\"\n", "/b"),
      (#"XDG_PICTURES_DIR="$HOME/my \"best\" ones""#, "/home/lena/my \"best\" ones"),
      (#"XDG_PICTURES_DIR="$HOME/a\\b""#, #"/home/lena/a\b"#),
    ])
  func `a line gives a folder, the last one counts`(_ text: String, _ expected: FilePath) {
    #expect(pictures(text) == expected)
  }

  @Test(
    arguments: [
      "", "XDG_MUSIC_DIR=\"/music\"", "#XDG_PICTURES_DIR=\"/a\"", "XDG_PICTURES_DIR=/a",
      "XDG_PICTURES_DIR=\"/a", "XDG_PICTURES_DIR=\"pictures\"", "XDG_PICTURES_DIR=\"/a\u{0}b\"",
      "XDG_PICTURES_DIR=\"$HOME/\"", "XDG_PICTURES_DIR=\"/a\\",
    ])
  func `no other line does`(_ text: String) {
    #expect(pictures(text) == nil)
  }
}
