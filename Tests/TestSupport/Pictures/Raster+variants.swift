package import Imaging

/// What else a camera makes of the same view.
extension Raster {
  /// Part of a picture, so that the camera seems to have moved.
  package func cropped(_ area: PixelRect) -> Raster {
    let result = Raster(size: area.size, filledWith: .white)
    result.copy(
      area, of: self, to: PixelRect(x: 0, y: 0, width: area.width, height: area.height))
    return result
  }

  /// With each pixel the mean of its neighbours.
  ///
  /// - Parameters:
  ///   - across: how many neighbours to each side.
  ///   - down: how many above and below.
  package func blurred(across: Int, down: Int) -> Raster {
    Raster(size: size) { x, y in
      var (red, green, blue, count) = (0, 0, 0, 0)
      for row in max(y - down, 0)...min(y + down, size.height - 1) {
        for column in max(x - across, 0)...min(x + across, size.width - 1) {
          let colour = self[column, row]
          red += Int(colour.red)
          green += Int(colour.green)
          blue += Int(colour.blue)
          count += 1
        }
      }
      return Colour(
        red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }
  }

  /// With all values so many percent of what they were, up to white.
  package func exposed(percent: Int) -> Raster {
    func value(_ old: UInt8) -> UInt8 { UInt8(min(Int(old) * percent / 100, 255)) }
    return Raster(size: size) { x, y in
      let colour = self[x, y]
      return Colour(red: value(colour.red), green: value(colour.green), blue: value(colour.blue))
    }
  }

  /// With each pixel the mean of a square of so many.
  package func reduced(by factor: Int) -> Raster {
    Raster(size: PixelSize(width: size.width / factor, height: size.height / factor)) { x, y in
      let area = PixelRect(x: x * factor, y: y * factor, width: factor, height: factor)
      let part = cropped(area)
      let sums = part.size.pixels
      var (red, green, blue) = (0, 0, 0)
      for row in 0..<factor {
        for column in 0..<factor {
          let colour = part[column, row]
          red += Int(colour.red)
          green += Int(colour.green)
          blue += Int(colour.blue)
        }
      }
      return Colour(
        red: UInt8(red / sums), green: UInt8(green / sums), blue: UInt8(blue / sums))
    }
  }

  /// The same view from a camera that was moved and tilted; what it saw beyond the edge is like the
  /// edge.
  ///
  /// - Parameters:
  ///   - across: in pixels, as `down`.
  ///   - tilt: in thousandths of a radian; small.
  package func moved(across: Int, down: Int, tilt: Int) -> Raster {
    let sine = Double(tilt) / 1000
    let cosine = 1 - sine * sine / 2
    let (middleX, middleY) = (Double(size.width) / 2, Double(size.height) / 2)
    return Raster(size: size) { x, y in
      let (fromMiddleX, fromMiddleY) = (Double(x) - middleX, Double(y) - middleY)
      return colour(
        x: middleX + fromMiddleX * cosine - fromMiddleY * sine + Double(across),
        y: middleY + fromMiddleX * sine + fromMiddleY * cosine + Double(down))
    }
  }

  /// Between four pixels.
  private func colour(x: Double, y: Double) -> Colour {
    let x = min(max(x, 0), Double(size.width - 1))
    let y = min(max(y, 0), Double(size.height - 1))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
    let (leftTop, rightTop) = (self[left, top], self[right, top])
    let (leftBottom, rightBottom) = (self[left, bottom], self[right, bottom])
    let (partX, partY) = (x - Double(left), y - Double(top))
    /// The values of one channel, in reading order.
    func mixed(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
      let upper = Double(a) + (Double(b) - Double(a)) * partX
      let lower = Double(c) + (Double(d) - Double(c)) * partX
      return UInt8((upper + (lower - upper) * partY).rounded())
    }
    return Colour(
      red: mixed(leftTop.red, rightTop.red, leftBottom.red, rightBottom.red),
      green: mixed(leftTop.green, rightTop.green, leftBottom.green, rightBottom.green),
      blue: mixed(leftTop.blue, rightTop.blue, leftBottom.blue, rightBottom.blue))
  }

  /// With the mean and the spread of each channel changed to these, so that pictures have like
  /// colours.
  package func recoloured(mean: Int, spread: Int) -> Raster {
    let count = size.pixels
    func change(_ channel: (Colour) -> UInt8) -> [UInt8] {
      var (sum, squares) = (0, 0)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let value = Int(channel(self[x, y]))
          sum += value
          squares += value * value
        }
      }
      let variance = squares / count - sum / count * (sum / count)
      let ownSpread = max(Double(variance).squareRoot(), 1)
      return (0...255).map { value in
        let changed = Double(value - sum / count) * Double(spread) / ownSpread + Double(mean)
        return UInt8(min(max(changed, 0), 255))
      }
    }
    let (red, green, blue) = (change { $0.red }, change { $0.green }, change { $0.blue })
    return Raster(size: size) { x, y in
      let colour = self[x, y]
      return Colour(
        red: red[Int(colour.red)], green: green[Int(colour.green)], blue: blue[Int(colour.blue)])
    }
  }
}
