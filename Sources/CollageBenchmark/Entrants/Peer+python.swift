import PhotoCodecs
import SystemPackage

extension Peer {
  /// Pillow and pyvips, if the first `python3` has them; each collage is one process.
  static func python(_ toolbox: InstalledTools) -> [Peer] {
    guard let interpreter = toolbox.python else { return [] }
    let libraries: [(name: String, version: String, script: (Grid) -> String)] = [
      ("Pillow", "import PIL; print('Pillow', PIL.__version__)", pillowScript),
      (
        "pyvips",
        "import pyvips; print('pyvips', pyvips.__version__, 'libvips', "
          + "'.'.join(str(pyvips.version(i)) for i in range(3)))", pyvipsScript
      ),
    ]
    return libraries.compactMap { library in
      toolbox.output(of: interpreter, ["-c", library.version])?.first.map { version in
        Peer(name: library.name, version: version) { task, output in
          let script = library.script(task.grid)
          return [task.command(interpreter, ["-c", script, output.string] + task.photos.map(\.string))]
        }
      }
    }
  }

  private static func pillowScript(_ grid: Grid) -> String {
    """
    import sys
    from PIL import Image, ImageOps
    frame = (\(grid.frame.width), \(grid.frame.height))
    canvas = Image.new("RGB", (\(grid.canvas.width), \(grid.canvas.height)))
    for index, path in enumerate(sys.argv[2:]):
        with Image.open(path) as photo:
            photo.draft("RGB", frame)
            upright = ImageOps.exif_transpose(photo)
            fitted = ImageOps.fit(upright, frame, Image.Resampling.LANCZOS)
            canvas.paste(fitted, (index % \(grid.columns) * frame[0], index // \(grid.columns) * frame[1]))
    canvas.save(sys.argv[1], quality=90)
    """
  }

  private static func pyvipsScript(_ grid: Grid) -> String {
    """
    import sys
    import pyvips
    frames = [pyvips.Image.thumbnail(path, \(grid.frame.width), height=\(grid.frame.height), crop="centre")
              for path in sys.argv[2:]]
    collage = pyvips.Image.arrayjoin(frames, across=\(grid.columns))
    if sys.argv[1].endswith(".png"):
        collage.pngsave(sys.argv[1])
    else:
        collage.jpegsave(sys.argv[1], Q=90, subsample_mode="on")
    """
  }
}
