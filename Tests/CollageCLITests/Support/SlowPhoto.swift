import SystemPackage
import TestSupport

/// A photo of 250 megapixels in a small file: it takes about a second to decode, on any build of the program, because
/// almost all of that is spent inside the PNG library.
enum SlowPhoto {
  static let bytes = PNGFile.black(2000, 125_000)

  /// What shows the smallest part of it, so that our own code has little to do.
  static let canvas = ["--canvas", "40x2"]
}
