import PhotoCodecs
import SystemPackage
import TestSupport

/// Another program that can make the same collage.
///
/// Each is run with the options that an expert would use: photos are decoded at a reduced size if possible, and JPEGs are
/// written like those of `collage`, with quality 90 and chroma at half size.
struct Peer {
  let name: String
  /// As stated by the program.
  let version: String
  /// The commands that make a collage and write it to a path.
  let commands: (CollageTask, FilePath) -> [ChildProcess]

  /// All that are installed.
  static func installed(_ toolbox: InstalledTools) -> [Peer] {
    [montage(toolbox), graphicsMagick(toolbox), vipsTools(toolbox)].compactMap(\.self) + python(toolbox)
  }

  func entrant(for task: CollageTask) -> BenchmarkedProgram {
    let output = task.output(of: name)
    return BenchmarkedProgram(
      name: name, version: version, commands: commands(task, output), result: (output, task.grid.canvas))
  }
}

extension Peer {
  /// ImageMagick's montage.
  static func montage(_ toolbox: InstalledTools) -> Peer? {
    guard let program = toolbox.find("montage"),
      let version = toolbox.output(of: program, ["-version"])?.first?.word(after: "ImageMagick")
    else { return nil }
    return Peer(name: "montage", version: "ImageMagick \(version)") { task, output in
      let read = ["-define", "jpeg:size=\(task.grid.decodedFrame)"] + task.photos.map(\.string)
      let frame = "\(task.grid.frame)"
      let fill = ["-auto-orient", "-thumbnail", frame + "^", "-gravity", "center", "-extent", frame]
      let arrange = ["-tile", task.grid.tiles, "-geometry", "+0+0"]
      let write = (task.format == .jpeg ? ["-sampling-factor", "2x2", "-quality", "90"] : []) + [output.string]
      return [task.command(program, read + fill + arrange + write)]
    }
  }

  /// GraphicsMagick's montage, which neither crops nor rotates photos.
  static func graphicsMagick(_ toolbox: InstalledTools) -> Peer? {
    guard let program = toolbox.find("gm"),
      let version = toolbox.output(of: program, ["-version"])?.first?.word(after: "GraphicsMagick")
    else { return nil }
    return Peer(name: "gm montage", version: "GraphicsMagick \(version)") { task, output in
      // The JPEG decoder, too, uses the geometry to choose its reduction.
      let arrange = ["-tile", task.grid.tiles, "-geometry", "\(task.grid.frame)+0+0"]
      let write = task.format == .jpeg ? ["-sampling-factor", "2x2", "-quality", "90"] : []
      let files = task.photos.map(\.string) + [output.string]
      return [task.command(program, ["montage"] + arrange + write + files)]
    }
  }

  /// libvips's command-line tools: `vipsthumbnail` makes a thumbnail for each frame, `vips arrayjoin` joins them.
  static func vipsTools(_ toolbox: InstalledTools) -> Peer? {
    guard let thumbnail = toolbox.find("vipsthumbnail"), let vips = toolbox.find("vips"),
      let version = toolbox.output(of: vips, ["--version"])?.first
    else { return nil }
    let number = version.drop { !$0.isNumber }
    return Peer(name: "vips tools", version: "libvips \(number)") { task, output in
      // Thumbnails in libvips's own format are not compressed, and are read without copying.
      let thumbnails = task.photos.compactMap { photo in photo.stem.map { "\($0).v" } }
      return [
        task.command(
          thumbnail,
          task.photos.map(\.string) + [
            "--size", "\(task.grid.frame)", "--smartcrop", "centre", "-o",
            task.folder.appending("%s.v").string,
          ]),
        task.command(
          vips,
          [
            "arrayjoin", thumbnails.joined(separator: " "),
            output.string + (task.format == .jpeg ? "[Q=90,subsample_mode=on]" : ""),
            "--across", "\(task.grid.columns)",
          ]),
      ]
    }
  }
}
