import PhotoCodecs
import SystemPackage
import TestSupport

extension BenchmarkedProgram {
  /// The same libraries' work without anything around it, see `Floor`; it tells its times itself.
  static func floor(of task: CollageTask) -> BenchmarkedProgram {
    let canvas = task.grid.canvas
    let collage = ["\(canvas.width)", "\(canvas.height)", "\(task.grid.columns)", task.format.rawValue]
    let command = task.command(OwnProgram.path, ["floor"] + collage + task.photos.map(\.string))
    return BenchmarkedProgram(name: "floor", version: "") {
      guard let times = FloorTimes(text: try command.runToSuccess(as: "floor").output) else {
        throw BenchmarkError.noTimes("floor")
      }
      return Measurement(times)
    }
  }
}
