import PhotoCodecs
import SystemPackage

extension Peer {
  /// The command-line tools of libvips: one makes a thumbnail for each frame, the other joins them.
  static func vipsTools(_ toolbox: InstalledTools) -> Peer? {
    guard let thumbnail = toolbox.find("vipsthumbnail"), let vips = toolbox.find("vips"),
      let version = toolbox.output(of: vips, ["--version"])?.first
    else { return nil }
    let number = version.drop { !$0.isNumber }
    return Peer(name: "vips tools", version: "libvips \(number)") { task, output in
      // Thumbnails in libvips' own format are neither compressed nor copied on reading.
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
