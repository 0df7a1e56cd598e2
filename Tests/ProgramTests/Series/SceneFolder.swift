import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport

/// A folder of photos of some scenes, each taken several times: sharp, and with what goes wrong.
struct SceneFolder {
  /// What a photo of a scene is like.
  enum Kind: CaseIterable {
    case sharp, moved, outOfFocus, shaken, overexposed, underexposed, small, message

    /// Whether nothing is wrong with it.
    var isGood: Bool { self == .sharp || self == .moved }
  }

  struct Shot: Hashable {
    /// The number of the scene, in order of time.
    let scene: Int
    let kind: Kind
  }

  /// What each file shows.
  private(set) var shots: [String: Shot] = [:]

  /// - Parameters:
  ///   - views: a scene for each.
  ///   - isDated: whether the camera wrote when it took the photos: scenes half an hour or more
  ///     apart, their photos seconds apart. A messenger's copy never says so.
  init(_ views: [Raster], isDated: Bool, in folder: TemporaryFolder) throws {
    try folder.makeFolder("day")
    for (scene, view) in views.enumerated() {
      // In another order in each scene, and with one photo less.
      let kinds = Kind.allCases.indices.map { Kind.allCases[($0 * 3 + scene) % 8] }
      let left = kinds.filter { $0 == .sharp || $0 != Kind.allCases[scene % 7 + 1] }
      for (place, kind) in left.enumerated() {
        let name = "P\((scene * 8 + place) * 7919 % 9973 + 10_000).jpg"
        shots[name] = Shot(scene: scene, kind: kind)
        var bytes = Picture.jpeg(Self.shot(view, kind, scene), quality: kind == .message ? 60 : 92)
        if isDated, kind != .message {
          bytes = EXIFRecord.inserting(
            Self.record(minute: 480 + scene * 47, second: place * 3), intoJPEG: bytes)
        }
        try folder.write(bytes, to: FilePath("day").pushing(FilePath(name)))
      }
    }
  }

  /// - Parameter scene: the number by which amounts vary.
  private static func shot(_ view: Raster, _ kind: Kind, _ scene: Int) -> Raster {
    switch kind {
    case .sharp: view
    case .moved: view.moved(across: scene % 3 * 5 - 5, down: 6 - scene % 4 * 4, tilt: 18)
    case .outOfFocus: view.blurred(across: 2 + scene % 2, down: 2 + scene % 2)
    case .shaken:
      scene % 2 == 0 ? view.blurred(across: 5, down: 0) : view.blurred(across: 0, down: 4)
    case .overexposed: view.exposed(percent: 160 + scene % 3 * 20)
    case .underexposed: view.exposed(percent: 45 - scene % 3 * 8)
    case .small: view.reduced(by: 4)
    case .message: view.reduced(by: 2)
    }
  }

  /// A camera's record with a time on one day.
  private static func record(minute: Int, second: Int) -> [UInt8] {
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let clock = "\(digits(minute / 60)):\(digits(minute % 60)):\(digits(second))"
    return EXIFRecord.taken("2024:05:01 \(clock)")
  }

  /// What was printed, in order.
  func shots(in output: String) -> [Shot] {
    output.split(separator: "\n").compactMap { shots[String($0.split(separator: "/").last ?? "")] }
  }
}
