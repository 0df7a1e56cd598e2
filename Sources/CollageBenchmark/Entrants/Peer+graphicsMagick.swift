import PhotoCodecs
import SystemPackage

extension Peer {
  /// GraphicsMagick, whose montage neither crops nor turns photos.
  static func graphicsMagick(_ toolbox: InstalledTools) -> Peer? {
    guard let program = toolbox.find("gm"),
      let version = toolbox.output(of: program, ["-version"])?.first?.word(after: "GraphicsMagick")
    else { return nil }
    return Peer(name: "gm montage", version: "GraphicsMagick \(version)") { task, output in
      // The geometry tells the JPEG decoder as well how far it may reduce.
      let arrange = ["-tile", task.grid.tiles, "-geometry", "\(task.grid.frame)+0+0"]
      let write = task.format == .jpeg ? ["-sampling-factor", "2x2", "-quality", "90"] : []
      let files = task.photos.map(\.string) + [output.string]
      return [task.command(program, ["montage"] + arrange + write + files)]
    }
  }
}
