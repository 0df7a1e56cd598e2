import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport

extension TemporaryFolder {
  /// Writes six photos of three views, of which `2.jpg`, `4.jpg` and `6.jpg` are the best: of the
  /// first view there are a blurred and an overexposed photo, too, of the second a small copy.
  func writeSeries(in folder: FilePath) throws {
    let views = [3, 1, 0].map { Picture.sample($0, PixelSize(width: 400, height: 300)) }
    let photos = [
      views[0].blurred(across: 3, down: 3), views[0], views[0].exposed(percent: 230),
      views[1], views[1].reduced(by: 2), views[2],
    ]
    for (index, photo) in photos.enumerated() {
      try write(Picture.jpeg(photo), to: folder.appending("\(index + 1).jpg"))
    }
  }
}
