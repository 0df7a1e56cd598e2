import Imaging
import PhotoCodecs
import SystemPackage

/// Another program that can make the same collage.
///
/// Each is run with the options that an expert would use: photos are decoded at a reduced size if possible, and JPEGs are
/// written like those of `collage`, with quality 90 and chroma at half size.
struct Peer {
  let name: String
  /// As stated by the program.
  let version: String
  /// The commands that make a collage and write it to a path, each with its program.
  let commands: (_ task: CollageTask, _ output: String) -> [[String]]

  /// All that are installed.
  static func installed(_ tools: InstalledTools) -> [Peer] {
    [
      imageMagick("montage", [], tools), imageMagick("magick", ["montage"], tools), graphicsMagick(tools),
      vipsTools(tools),
    ].compactMap(\.self) + python(tools)
  }

  func entrant(for task: CollageTask) -> BenchmarkedProgram {
    task.entrant(name, version) { commands(task, $0) }
  }

  /// ImageMagick's montage: version 6, or 7 where `montage` is a link to that, and 7 where both are installed.
  private static func imageMagick(_ program: String, _ first: [String], _ tools: InstalledTools) -> Peer? {
    guard let path = tools.find(program), let version = tools.output(of: path, first + ["-version"]) else { return nil }
    let name = ([program] + first).joined(separator: " ")
    return Peer(name: name, version: version.word(after: "ImageMagick")) { task, output in
      // Twice the frame, so that the resampling filter has enough pixels.
      let decoded = "\(task.frame.width * 2)x\(task.frame.height * 2)"
      let read = ["-define", "jpeg:size=\(decoded)"] + task.photos
      let fill = ["-auto-orient", "-thumbnail", "\(task.frame)^", "-gravity", "center", "-extent", "\(task.frame)"]
      let arrange = ["-tile", "\(task.columns)x\(task.rows)", "-geometry", "+0+0"]
      let make: [String] = first + read + fill + arrange + magickQuality(task)
      return [[path.string] + make + [output]]
    }
  }

  /// GraphicsMagick's montage, which neither crops nor rotates photos.
  private static func graphicsMagick(_ tools: InstalledTools) -> Peer? {
    guard let path = tools.find("gm"), let version = tools.output(of: path, ["-version"]) else { return nil }
    return Peer(name: "gm montage", version: version.word(after: "GraphicsMagick")) { task, output in
      // The JPEG decoder, too, uses the geometry to choose its reduction.
      let arrange = ["-tile", "\(task.columns)x\(task.rows)", "-geometry", "\(task.frame)+0+0"]
      let make: [String] = arrange + magickQuality(task) + task.photos
      return [[path.string, "montage"] + make + [output]]
    }
  }

  private static func magickQuality(_ task: CollageTask) -> [String] {
    task.format == .jpeg ? ["-sampling-factor", "2x2", "-quality", "90"] : []
  }

  /// libvips's command-line tools: `vipsthumbnail` makes a thumbnail for each frame, `vips arrayjoin` joins them.
  private static func vipsTools(_ tools: InstalledTools) -> Peer? {
    guard let thumbnail = tools.find("vipsthumbnail"), let vips = tools.find("vips"),
      let version = tools.output(of: vips, ["--version"])
    else { return nil }
    return Peer(name: "vips tools", version: "libvips \(version.drop { !$0.isNumber })") { task, output in
      // Thumbnails in libvips's own format are not compressed, and are read without copying.
      let thumbnails = task.photos.compactMap { photo in FilePath(photo).stem.map { "\($0).v" } }.joined(separator: " ")
      let size = ["--size", "\(task.frame)", "--smartcrop", "centre", "-o", task.bench.folder.appending("%s.v").string]
      let quality = task.format == .jpeg ? "[Q=90,subsample_mode=on]" : ""
      return [
        [thumbnail.string] + task.photos + size,
        [vips.string, "arrayjoin", thumbnails, output + quality, "--across", "\(task.columns)"],
      ]
    }
  }
}

extension Peer {
  /// Pillow, pyvips and OpenCV, where an interpreter has them; each collage is one process. The first of each version is
  /// measured.
  private static func python(_ tools: InstalledTools) -> [Peer] {
    let libraries = [
      ("Pillow", "import PIL; print('Pillow', PIL.__version__)", pillowScript), ("pyvips", pyvipsVersion, pyvipsScript),
      ("OpenCV", openCVVersion, openCVScript),
    ]
    var versions: Set<String> = []
    return tools.pythons.flatMap { interpreter in
      libraries.compactMap { name, versionScript, script in
        guard let version = tools.output(of: interpreter, ["-c", versionScript]), versions.insert(version).inserted
        else { return nil }
        return Peer(name: versions.count { $0.hasPrefix(name) } == 1 ? name : version, version: version) {
          task, output in
          [[interpreter.string, "-c", script(task), output] + task.photos]
        }
      }
    }
  }

  /// pyvips's own wheel, pyvips-binary, has a newer libvips in it, with faster libraries.
  static let pyvipsVersion = """
    import pyvips
    print('pyvips', pyvips.__version__, 'libvips', '.'.join(str(pyvips.version(i)) for i in range(3)))
    """

  static let openCVVersion = "import cv2; print('OpenCV', cv2.__version__)"

  /// How OpenCV reads a photo: JPEGs as far reduced as their frames allow.
  static func openCVFlag(_ photo: PixelSize, _ frame: PixelSize) -> String {
    let reduction = [8, 4, 2].first { photo.width / $0 >= frame.width && photo.height / $0 >= frame.height }
    return "cv2.IMREAD_" + (reduction.map { "REDUCED_COLOR_\($0)" } ?? "COLOR")
  }

  private static func openCVScript(_ task: CollageTask) -> String {
    """
    import sys
    from concurrent.futures import ThreadPoolExecutor
    import cv2
    import numpy
    width, height = \(task.frame.width), \(task.frame.height)
    cv2.setNumThreads(1)
    canvas = numpy.empty((\(task.canvas.height), \(task.canvas.width), 3), numpy.uint8)
    def place(job):
        index, path = job
        x, y = index % \(task.columns) * width, index // \(task.columns) * height
        photo = cv2.imread(path, \(openCVFlag(task.photoSize, task.frame)))
        canvas[y:y + height, x:x + width] = cv2.resize(photo, (width, height), interpolation=cv2.INTER_AREA)
    with ThreadPoolExecutor(\(Report.cores)) as pool:
        list(pool.map(place, enumerate(sys.argv[2:])))
    cv2.imwrite(sys.argv[1], canvas, [cv2.IMWRITE_JPEG_QUALITY, 90])
    """
  }

  private static func pillowScript(_ task: CollageTask) -> String {
    """
    import sys
    from PIL import Image, ImageOps
    frame = (\(task.frame.width), \(task.frame.height))
    canvas = Image.new("RGB", (\(task.canvas.width), \(task.canvas.height)))
    for index, path in enumerate(sys.argv[2:]):
        with Image.open(path) as photo:
            photo.draft("RGB", frame)
            upright = ImageOps.exif_transpose(photo)
            fitted = ImageOps.fit(upright, frame, Image.Resampling.LANCZOS)
            canvas.paste(fitted, (index % \(task.columns) * frame[0], index // \(task.columns) * frame[1]))
    canvas.save(sys.argv[1], quality=90)
    """
  }

  private static func pyvipsScript(_ task: CollageTask) -> String {
    """
    import sys
    import pyvips
    frames = [pyvips.Image.thumbnail(path, \(task.frame.width), height=\(task.frame.height), crop="centre")
              for path in sys.argv[2:]]
    collage = pyvips.Image.arrayjoin(frames, across=\(task.columns))
    collage.write_to_file(sys.argv[1]\(task.format == .jpeg ? #", Q=90, subsample_mode="on""# : ""))
    """
  }
}

extension String {
  /// A program's name and its version, the word after it in this line.
  fileprivate func word(after name: String) -> String {
    let words = split(separator: " ")
    let version = words.firstIndex { $0 == name }.flatMap { words.dropFirst($0 + 1).first }
    return "\(name) \(version ?? "")"
  }
}
