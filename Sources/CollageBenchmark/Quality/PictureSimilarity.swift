import Glibc
import PhotoCodecs

/// How similar a picture is to a reference of the same size.
struct PictureSimilarity {
  /// Peak signal to noise ratio over all channels, in decibels.
  let psnr: Double
  /// Structural similarity of the luma: the mean over windows of 8x8 pixels in steps of four. 1 means equal.
  let ssim: Double

  /// - Parameter reference: coded values, 0 to 255, red, green and blue of each pixel.
  init(of picture: Raster, to reference: [Double]) {
    let codes = (0..<picture.size.height).flatMap { y in
      (0..<picture.size.width).flatMap { x -> [Double] in
        let colour = picture[x, y]
        return [Double(colour.red), Double(colour.green), Double(colour.blue)]
      }
    }
    let error = zip(codes, reference).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(codes.count)
    psnr = 10 * log10(255 * 255 / max(error, 1e-9))
    ssim = Self.ssim(Self.luma(codes), Self.luma(reference), picture.size)
  }

  private static func luma(_ codes: [Double]) -> [Double] {
    stride(from: 0, to: codes.count, by: 3).map { index -> Double in
      let (red, green, blue) = (codes[index], codes[index + 1], codes[index + 2])
      return 0.299 * red + 0.587 * green + 0.114 * blue
    }
  }

  private static func ssim(_ one: [Double], _ other: [Double], _ size: PixelSize) -> Double {
    let side = 8
    let count = Double(side * side)
    var sum = 0.0
    var windows = 0.0
    for top in stride(from: 0, through: size.height - side, by: side / 2) {
      for left in stride(from: 0, through: size.width - side, by: side / 2) {
        var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for y in top..<top + side {
          for x in left..<left + side {
            let (p, q) = (one[y * size.width + x], other[y * size.width + x])
            a += p
            b += q
            aa += p * p
            bb += q * q
            ab += p * q
          }
        }
        let (meanA, meanB) = (a / count, b / count)
        let (varianceA, varianceB) = (aa / count - meanA * meanA, bb / count - meanB * meanB)
        let covariance = ab / count - meanA * meanB
        let (c1, c2) = (6.5025, 58.5225)
        let likeness = (2 * meanA * meanB + c1) * (2 * covariance + c2)
        let difference = (meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2)
        sum += likeness / difference
        windows += 1
      }
    }
    return sum / max(windows, 1)
  }
}
