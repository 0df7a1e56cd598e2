internal import CollageTerminal
internal import Files
internal import LineEditing
internal import SystemPackage

/// Units with which systemd runs the command that was typed, for the user.
enum SystemdUnits {
  private static let folder = "~/.config/systemd/user"

  /// A timer that makes the next picture.
  static var next: String {
    """
    # \(folder)/collage-next.service
    [Unit]
    Description=Next picture of a photo frame

    [Service]
    Type=oneshot
    \(command)
    Nice=10

    # \(folder)/collage-next.timer; then: systemctl --user enable --now collage-next.timer
    [Unit]
    Description=Next picture of a photo frame, every 15 minutes

    [Timer]
    OnStartupSec=10s
    OnUnitInactiveSec=15min

    [Install]
    WantedBy=timers.target
    """
  }

  /// A service that watches a folder.
  ///
  /// - Parameter outputs: files and folders that it writes, in the user's home or elsewhere.
  static func watch(writing outputs: [FilePath]) -> String {
    let folders = outputs.map(existingFolder).filter { $0 != "/" }
    let writable = folders.map { " " + quoted("-" + $0.string) }.joined()
    return """
      # \(folder)/collage-watch.service; then: systemctl --user enable --now collage-watch.service
      [Unit]
      Description=Collages of photos that arrive in a folder

      [Service]
      \(command)
      Restart=on-failure
      RestartSec=5s
      # It is stopped with SIGTERM, and then ends with 143.
      SuccessExitStatus=143
      NoNewPrivileges=yes
      PrivateTmp=yes
      ProtectSystem=strict
      ReadWritePaths=%h\(writable)
      ProtectKernelTunables=yes
      ProtectControlGroups=yes
      RestrictRealtime=yes
      LockPersonality=yes
      MemoryMax=2G

      [Install]
      WantedBy=default.target
      """
  }

  /// The folder itself, or the nearest one above it that is there already.
  private static func existingFolder(_ path: FilePath) -> FilePath {
    var folder = WorkingFolder.absolute(path)
    while (try? folder.stat())?.type != .directory, folder.removeLastComponent() {}
    return folder
  }

  /// The lines that run what was typed, from the same folder.
  private static var command: String {
    let program = (try? FileSystem.target(ofLink: "/proc/self/exe")) ?? "collage"
    let words = CommandLine.arguments.dropFirst().filter { $0 != "--print-units" }
    let line = ([program.string] + words).map(quoted).joined(separator: " ")
    let place = FilePath.workingFolder.map { "WorkingDirectory=\(escaped($0.string))\n" } ?? ""
    return place + "ExecStart=\(line)"
  }

  /// A word as systemd reads it.
  private static func quoted(_ word: String) -> String {
    let text = escaped(word).replacing("$", with: "$$")
    let plain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x2B...0x3A).contains($0)
        || "_=@%#".utf8.contains($0)
    }
    if plain, !text.isEmpty { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func escaped(_ text: String) -> String { text.replacing("%", with: "%%") }
}
