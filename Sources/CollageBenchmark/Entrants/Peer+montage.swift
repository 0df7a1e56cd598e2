import PhotoCodecs
import SystemPackage

extension Peer {
  /// ImageMagick.
  static func montage(_ toolbox: InstalledTools) -> Peer? {
    guard let program = toolbox.find("montage"),
      let version = toolbox.output(of: program, ["-version"])?.first?.word(after: "ImageMagick")
    else { return nil }
    return Peer(name: "montage", version: "ImageMagick \(version)") { task, output in
      let read = ["-define", "jpeg:size=\(task.grid.roomyFrame)"] + task.photos.map(\.string)
      let frame = "\(task.grid.frame)"
      let fill = ["-auto-orient", "-thumbnail", frame + "^", "-gravity", "center", "-extent", frame]
      let arrange = ["-tile", task.grid.tiles, "-geometry", "+0+0"]
      let write = (task.format == .jpeg ? ["-sampling-factor", "2x2", "-quality", "90"] : []) + [output.string]
      return [task.command(program, read + fill + arrange + write)]
    }
  }
}
