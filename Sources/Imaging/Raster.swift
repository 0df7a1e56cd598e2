/// Pixels in memory, coded in a colour space: rows from the top, 4 bytes per pixel (red, green,
/// blue, and alpha, where 255 is opaque).
///
/// Several threads may draw into it at once if their frames don't overlap. Before reading pixels,
/// wait until all drawing has finished.
///
/// Safe, because areas and places are checked where they come in, and the memory lives as long as
/// the raster. Who uses `pixels` says `unsafe`, and answers for staying inside.
@safe package final class Raster: @unchecked Sendable {
  package let size: PixelSize
  package let colourSpace: ColourSpace
  package let pixels: UnsafeMutablePointer<UInt8>
  private let memory: PixelMemory

  package static let bytesPerPixel = 4
  /// Bytes from the start of one row to the start of the next.
  package var stride: Int { size.width * Self.bytesPerPixel }

  /// The memory that a raster of this size takes, in bytes.
  package static func bytes(of size: PixelSize) -> Int { size.pixels * bytesPerPixel }

  /// A raster of one colour.
  ///
  /// - Parameters:
  ///   - colour: in sRGB, whatever the raster's own space.
  ///   - frames: areas inside the raster that will be drawn completely; transparent until then. The
  ///     system allocates their memory when a thread first draws there.
  package init(
    canvas size: PixelSize, filledWith colour: Colour, in colourSpace: ColourSpace,
    except frames: [PixelRect]
  ) throws(OutOfMemory) {
    guard let memory = PixelMemory(bytes: Self.bytes(of: size)) else { throw OutOfMemory() }
    self.memory = memory
    self.size = size
    self.colourSpace = colourSpace
    unsafe pixels = memory.start.assumingMemoryBound(to: UInt8.self)
    fill(colour, rows: 0..<size.height, except: frames)
  }

  /// Gives rows one colour outside of some areas. Nobody else may draw outside of these at once.
  ///
  /// - Parameter colour: in sRGB, whatever the raster's own space.
  package func fill(_ colour: Colour, rows: Range<Int>, except frames: [PixelRect]) {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height)
    precondition(frames.allSatisfy { $0.isInside(size) })
    let colour = colourSpace.colour(colour)
    let pixel = unsafe unsafeBitCast(
      [colour.red, colour.green, colour.blue, colour.alpha] as [4 of UInt8], to: UInt32.self)
    let sorted = frames.sorted { $0.x < $1.x }
    for y in rows {
      let row = unsafe (memory.start + y * stride).assumingMemoryBound(to: UInt32.self)
      var start = 0
      for frame in sorted where (frame.y..<frame.y + frame.height).contains(y) {
        if start < frame.x { unsafe (row + start).update(repeating: pixel, count: frame.x - start) }
        start = max(start, frame.x + frame.width)
      }
      if start < size.width {
        unsafe (row + start).update(repeating: pixel, count: size.width - start)
      }
    }
  }

  /// A raster of one colour outside of `frames`; where there is no memory, the error is the one
  /// that `failure` makes of the size.
  package static func allocated<Failure>(
    _ size: PixelSize, filledWith colour: Colour, in colourSpace: ColourSpace = .sRGB,
    except frames: [PixelRect] = [], orThrow failure: (PixelSize) -> Failure
  ) throws(Failure) -> Raster {
    do throws(OutOfMemory) {
      return try Raster(canvas: size, filledWith: colour, in: colourSpace, except: frames)
    } catch {
      throw failure(size)
    }
  }

  /// A raster of one colour, for sizes that always fit in memory: if memory runs out, the program
  /// ends.
  package convenience init(
    size: PixelSize, filledWith colour: Colour, in colourSpace: ColourSpace = .sRGB
  ) {
    do throws(OutOfMemory) {
      try self.init(canvas: size, filledWith: colour, in: colourSpace, except: [])
    } catch {
      fatalError("no memory for \(size.width)x\(size.height) pixels")
    }
  }

  /// A raster whose pixels are computed one by one; for tests and generated pictures.
  package convenience init(size: PixelSize, _ colour: (_ x: Int, _ y: Int) -> Colour) {
    self.init(size: size, filledWith: .white)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let colour = colour(x, y)
        let pixel = unsafe pixels + y * stride + x * Self.bytesPerPixel
        unsafe pixel[0] = colour.red
        unsafe pixel[1] = colour.green
        unsafe pixel[2] = colour.blue
      }
    }
  }

  /// Copies one frame's pixels to another frame of the same size. They must not overlap.
  package func copy(_ source: PixelRect, to target: PixelRect) {
    copy(source, of: self, to: target)
  }

  /// Copies part of a raster to a frame of the same size in this one.
  package func copy(_ source: PixelRect, of other: Raster, to target: PixelRect) {
    precondition(source.size == target.size)
    precondition(source.isInside(other.size) && target.isInside(size))
    for row in 0..<source.height {
      let from =
        unsafe other.pixels + (source.y + row) * other.stride + source.x * Self.bytesPerPixel
      let to = unsafe pixels + (target.y + row) * stride + target.x * Self.bytesPerPixel
      unsafe to.update(from: from, count: source.width * Self.bytesPerPixel)
    }
  }

  /// Reads and writes the bytes of row `y`, four per pixel.
  package func withRow<Value>(_ y: Int, _ body: (inout MutableSpan<UInt8>) -> Value) -> Value {
    precondition((0..<size.height).contains(y))
    var row = unsafe MutableSpan(_unsafeStart: pixels + y * stride, count: stride)
    return body(&row)
  }

  /// The colour of one pixel; for tests and previews.
  package subscript(x: Int, y: Int) -> Colour {
    precondition((0..<size.width).contains(x) && (0..<size.height).contains(y))
    let pixel = unsafe pixels + y * stride + x * Self.bytesPerPixel
    return unsafe Colour(red: pixel[0], green: pixel[1], blue: pixel[2], alpha: pixel[3])
  }
}
