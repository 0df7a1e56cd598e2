/// The sums of products of two fields of gradients.
struct GradientProducts {
  private var shared = 0
  private var own = 0
  private var others = 0

  /// Of areas of two fields.
  ///
  /// - Parameters:
  ///   - start: where the area begins in the first field, and `otherStart` in the second.
  ///   - stride: how many values a row of either field has.
  init(
    _ first: [Int16], _ start: Int, _ second: [Int16], _ otherStart: Int, width: Int, height: Int,
    stride: Int
  ) {
    precondition(start + (height - 1) * stride + width <= first.count)
    precondition(otherStart + (height - 1) * stride + width <= second.count)
    unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        for row in 0..<height {
          let start = start &+ row &* stride
          let otherStart = otherStart &+ row &* stride
          // A row's sums are below 64 * 1024 * 1024.
          var (shared, own, others) = (Int32(0), Int32(0), Int32(0))
          for column in 0..<width {
            let a = unsafe Int32(first[start &+ column])
            let b = unsafe Int32(second[otherStart &+ column])
            shared &+= a &* b
            own &+= a &* a
            others &+= b &* b
          }
          self.shared &+= Int(shared)
          self.own &+= Int(own)
          self.others &+= Int(others)
        }
      }
    }
  }

  static func + (first: GradientProducts, second: GradientProducts) -> GradientProducts {
    var sum = first
    sum.shared += second.shared
    sum.own += second.own
    sum.others += second.others
    return sum
  }

  /// The cosine of the angle between the fields, -1 to 1.
  ///
  /// - Parameter minEnergy: the sum of squares that a field counts as having at least.
  func similarity(minEnergy: Int) -> Double {
    Double(shared) / (Double(max(own, minEnergy)) * Double(max(others, minEnergy))).squareRoot()
  }
}
