internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage

/// How the photos of one collage are arranged, and what is wished for each.
struct ArrangementOptions: ParsableArguments {
  @Option(
    help: """
      Whether photos keep their order (kept) or may change places where that crops less (free); kept by default.
      """)
  var order: PhotoOrder?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Take layout n of those that come into question, 1 being the best.", valueName: "n"))
  var pick: Count?

  @Option(
    help: ArgumentHelp(
      "Lay photos out as a file says, such as --dry-run prints; - is standard input.", valueName: "file"))
  var layoutFile: RawPath?

  @Option(
    help: ArgumentHelp(
      "Keep a point of photo n as near to the middle of its frame as can be, such as 2=.4,.3; again for another photo.",
      valueName: "n=x,y"))
  var focus: [NumberedPhoto<FocusPoint>] = []

  @Option(
    help: ArgumentHelp(
      "Give photo n so many times the area of another, such as 1=3; again for another photo.", valueName: "n=times"))
  var weight: [NumberedPhoto<Weight>] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Crop nothing of photo n; again for another photo.", valueName: "n"))
  var keepWhole: [Count] = []

  /// Adds what is given here to a style.
  ///
  /// - Parameters:
  ///   - hasCanvas: whether the command line names one, which goes before that of a layout file.
  ///   - photos: how many there may be.
  func apply(to style: inout CollageStyle, hasCanvas: Bool, photos: Int) throws(CommandFailure) {
    let places = focus.map(\.place) + weight.map(\.place) + keepWhole.map { $0.value - 1 }
    if let place = places.max(), place >= photos {
      throw CommandFailure(
        .usage,
        "there is no photo \(place + 1) for --focus, --weight or --keep-whole; "
          + (photos == 0 ? "no photos are given" : "give a number from 1 to \(photos)"))
    }
    if let order { style.order = order }
    if let pick { style.pick = pick.value }
    for option in focus { style[photo: option.place].focus = option.value }
    for option in weight { style[photo: option.place].weight = option.value.value }
    for option in keepWhole { style[photo: option.value - 1].staysWhole = true }
    guard let layoutFile else { return }
    let path = layoutFile.path
    let bytes: [UInt8]
    do throws(Errno) {
      // A layout of a hundred photos has some kilobytes.
      bytes = try path.readToEnd(limit: 16 << 20)
    } catch {
      throw CommandFailure(
        error == .ioError ? .inputOutput : .noInput, "\(path.displayed): reading the layout failed: \(error)")
    }
    do throws(LayoutFileError) {
      let file = try LayoutFile(bytes)
      style.tree = file.tree
      if !hasCanvas, let canvas = file.canvas { style.canvas = .fixed(canvas) }
    } catch {
      throw CommandFailure(.usage, "\(path.displayed): \(error)")
    }
  }
}

extension FilePath {
  /// All bytes of this file, or of standard input for "-".
  ///
  /// - Throws: `fileTooLarge` when there are more than `limit`.
  func readToEnd(limit: Int) throws(Errno) -> [UInt8] {
    do {
      if self == "-" { return try FileDescriptor.standardInput.readToEnd(limit: limit) }
      let descriptor = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
      return try descriptor.closeAfter { try descriptor.readToEnd(limit: limit) }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}

extension FileDescriptor {
  fileprivate func readToEnd(limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe try piece.withUnsafeMutableBytes { unsafe try read(into: $0) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      if bytes.count > limit { throw Errno.fileTooLarge }
    }
  }
}
