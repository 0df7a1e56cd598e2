extension Raster {
  /// A raster of half the size, each pixel the mean of four coded ones, for analysis; the last row
  /// or column of an odd size is left out.
  package var halved: Raster {
    let half = PixelSize(width: max(size.width / 2, 1), height: max(size.height / 2, 1))
    guard size.width > 1, size.height > 1 else { return self }
    let result = Raster(size: half, filledWith: .white, in: colourSpace)
    for y in 0..<half.height {
      let upper = unsafe pixels + 2 * y * stride
      let lower = unsafe upper + stride
      let target = unsafe result.pixels + y * result.stride
      for byte in 0..<result.stride {
        let place = byte / 4 * 8 + byte % 4
        let sum = unsafe Int(upper[place]) + Int(upper[place + 4]) + Int(lower[place])
        unsafe target[byte] = UInt8((sum + Int(lower[place + 4]) + 2) / 4)
      }
    }
    return result
  }
}
