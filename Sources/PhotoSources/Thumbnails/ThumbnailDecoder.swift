internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits

/// Decodes photos, and stored thumbnails, at a small size.
enum ThumbnailDecoder {
  /// A picture of a whole photo, upright, in sRGB.
  ///
  /// - Parameters:
  ///   - size: the length of the longer side, unless the photo is smaller.
  ///   - background: shown behind a photo that isn't opaque; transparent to keep its alpha.
  /// - Throws: the errors of `PhotoDecoder.draw`; `cancelled`.
  static func raster(
    of file: borrowing PhotoFile, _ header: PhotoHeader, _ size: ThumbnailSize, background: Colour,
    limits: DecodeLimits, _ cancellation: Cancellation
  ) throws(CodecError) -> Raster {
    let target = header.size.reduced(toLongSide: size.rawValue)
    let frame = Frame(target)
    let raster = try Raster.allocated(target, filledWith: .transparent, except: [frame.bounds])
    let plan = plan(header, size)
    _ = try PhotoDecoder.draw(
      file, header, plan: plan, into: frame, of: raster, background: background, limits: limits,
      allowsDamage: false,
      isCancelled: { cancellation.isCancelled })
    return raster
  }

  /// Bytes that the decoder holds at once while it does that.
  static func bufferBytes(_ header: PhotoHeader, _ size: ThumbnailSize) -> Int {
    plan(header, size).decoderBufferBytes
  }

  private static func plan(_ header: PhotoHeader, _ size: ThumbnailSize) -> DecodePlan {
    DecodePlan(
      header, showing: Region(header.size), at: header.size.reduced(toLongSide: size.rawValue))
  }
}

extension Raster {
  /// A raster of one colour, except for `frames`, which the caller will draw.
  static func allocated(
    _ size: PixelSize, filledWith colour: Colour, in space: ColourSpace = .sRGB,
    except frames: [PixelRect] = []
  ) throws(CodecError) -> Raster {
    do throws(OutOfMemory) {
      return try Raster(canvas: size, filledWith: colour, in: space, except: frames)
    } catch {
      throw .outOfMemory
    }
  }

  /// A copy without transparency.
  func flattened(on background: ThumbnailBackground) throws(CodecError) -> Raster {
    guard case .checkerboard = background else {
      return try flattened(on: background.decoding)
    }
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let copy = try Raster.allocated(
      size, filledWith: .transparent, in: colourSpace, except: [whole])
    copy.copy(whole, of: self, to: whole)
    copy.lay(over: Checkerboard(behind: size))
    return copy
  }

  /// A copy without transparency: coded values are blended with the colour, as image viewers do.
  ///
  /// - Parameter background: opaque.
  private func flattened(on background: Colour) throws(CodecError) -> Raster {
    let copy = try Raster.allocated(size, filledWith: background, in: colourSpace)
    let ground = [background.red, background.green, background.blue].map(Int.init)
    for y in 0..<size.height {
      withRow(y) { source in
        copy.withRow(y) { target in
          for start in Swift.stride(from: 0, to: source.count, by: 4) {
            let alpha = Int(source[start + 3])
            for channel in 0..<3 {
              let mixed = Int(source[start + channel]) * alpha + ground[channel] * (255 - alpha)
              target[start + channel] = UInt8((mixed + 127) / 255)
            }
          }
        }
      }
    }
    return copy
  }
}
