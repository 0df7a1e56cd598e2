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
    [montage(toolbox), magick(toolbox), graphicsMagick(toolbox), vipsTools(toolbox)].compactMap(\.self)
      + python(toolbox)
  }

  func entrant(for task: CollageTask) -> BenchmarkedProgram {
    let output = task.output(of: name)
    return BenchmarkedProgram(
      name: name, version: version, commands: commands(task, output), result: (output, task.grid.canvas))
  }
}

extension Peer {
  /// ImageMagick's montage: version 6, or 7 where `montage` is a link to that.
  static func montage(_ toolbox: InstalledTools) -> Peer? {
    toolbox.find("montage").flatMap { imageMagick("montage", [$0.string], toolbox) }
  }

  /// ImageMagick 7's montage where version 6 is installed, too.
  static func magick(_ toolbox: InstalledTools) -> Peer? {
    guard let program = toolbox.find("magick"),
      let peer = imageMagick("magick montage", [program.string, "montage"], toolbox),
      montage(toolbox)?.version != peer.version
    else { return nil }
    return peer
  }

  /// - Parameter program: the program with its first arguments.
  private static func imageMagick(_ name: String, _ program: [String], _ toolbox: InstalledTools) -> Peer? {
    let (path, first) = (FilePath(program[0]), Array(program.dropFirst()))
    guard let version = toolbox.output(of: path, first + ["-version"])?.first?.word(after: "ImageMagick")
    else { return nil }
    return Peer(name: name, version: "ImageMagick \(version)") { task, output in
      let read = ["-define", "jpeg:size=\(task.grid.decodedFrame)"] + task.photos.map(\.string)
      let frame = "\(task.grid.frame)"
      let fill = ["-auto-orient", "-thumbnail", frame + "^", "-gravity", "center", "-extent", frame]
      let arrange = ["-tile", task.grid.tiles, "-geometry", "+0+0"]
      let write = (task.format == .jpeg ? ["-sampling-factor", "2x2", "-quality", "90"] : []) + [output.string]
      return [task.command(path, first + read + fill + arrange + write)]
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
