extension Raster {
  /// The opacity of each pixel, from 0 to 255: rows from the top.
  package func opacities() throws(OutOfMemory) -> ValueMemory<UInt8> {
    let values = try ValueMemory<UInt8>(count: size.pixels)
    for index in values.indices { values[index] = unsafe pixels[index * Self.bytesPerPixel + 3] }
    return values
  }
}
