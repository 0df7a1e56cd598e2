internal import CResampling
internal import Imaging

/// Writes rows of a stored picture's light into an upright frame of a plane, in codes, as
/// `FrameWriter` writes its pixels.
///
/// Safe, because the frame lies inside the plane, which it keeps.
@safe struct LightWriter {
  private let origin: UnsafeMutablePointer<Int16>
  private let columnStep: Int
  private let rowStep: Int
  /// Keeps the memory.
  private let plane: GainPlane

  /// - Parameter frame: in pixels; must be inside the plane.
  init(frame: Frame, of plane: GainPlane, orientation: Orientation) {
    let area = frame.bounds
    precondition(area.isInside(plane.size))
    self.plane = plane
    let down = plane.size.width
    let x = orientation.flipsAcross ? area.x + area.width - 1 : area.x
    let y = orientation.flipsDown ? area.y + area.height - 1 : area.y
    let across = orientation.flipsAcross ? -1 : 1
    let along = orientation.flipsDown ? -down : down
    unsafe origin = plane.values + y * down + x
    (columnStep, rowStep) = orientation.swapsSides ? (along, across) : (across, along)
  }

  /// Writes a row of `count` values.
  func write(row: Int, _ light: UnsafePointer<Float>, count: Int) {
    unsafe cresampling_code_light(light, count, origin + row * rowStep, columnStep)
  }
}
