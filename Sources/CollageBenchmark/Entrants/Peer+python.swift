import PhotoCodecs
import SystemPackage

extension Peer {
  /// Pillow and pyvips, where an interpreter has them; each collage is one process. The first of each
  /// name is measured.
  static func python(_ toolbox: InstalledTools) -> [Peer] {
    toolbox.pythons.flatMap { interpreter in
      libraries.compactMap { library in
        toolbox.output(of: interpreter, ["-c", library.version])?.first.map { version in
          Peer(name: library.name, version: version) { task, output in
            let script = library.script(task.grid)
            return [task.command(interpreter, ["-c", script, output.string] + task.photos.map(\.string))]
          }
        }
      }
    }.firstOfEachName()
  }

  private struct Library {
    let name: String
    /// Prints the version; fails if the interpreter doesn't have the library.
    let version: String
    let script: (Grid) -> String
  }

  private static var libraries: [Library] {
    // pyvips's own wheel, pyvips-binary, has a newer libvips in it, with faster libraries.
    let vips = """
      import pyvips
      from importlib import metadata
      def has_wheel():
          try:
              metadata.version("pyvips-binary")
              return True
          except metadata.PackageNotFoundError:
              return False
      print('pyvips', pyvips.__version__, 'libvips', '.'.join(str(pyvips.version(i)) for i in range(3)))
      """
    return [
      Library(name: "Pillow", version: "import PIL; print('Pillow', PIL.__version__)", script: pillowScript),
      Library(name: "pyvips", version: vips + "\nassert not has_wheel()", script: pyvipsScript),
      Library(name: "pyvips wheel", version: vips + "\nassert has_wheel()", script: pyvipsScript),
    ]
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

extension [Peer] {
  fileprivate func firstOfEachName() -> [Peer] {
    enumerated().filter { index, peer in !prefix(index).contains { $0.name == peer.name } }.map(\.element)
  }
}
