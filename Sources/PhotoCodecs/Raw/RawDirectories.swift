/// The directories of a raw file that is a TIFF structure: the chain, and what each of them holds.
struct RawDirectories {
  private enum Tag {
    static let compression = 0x0103
    static let photometric = 0x0106
    static let stripOffsets = 0x0111
    static let stripLengths = 0x0117
    static let subdirectories = 0x014A
    static let jpegOffset = 0x0201
    static let jpegLength = 0x0202
    static let dngVersion = 0xC612
    /// Panasonic's field, whose data is a whole JPEG.
    static let panasonicJPEG = 0x002E
  }

  /// Limits that no camera's file comes close to.
  private static let maxDirectories = 32
  private static let maxEntries = 1000
  private static let maxSubdirectories = 16

  private let file: FileWindow
  private let structure: TIFFStructure
  private let directories: [TIFFStructure.Directory]
  /// Whether the first bytes alone show that this is a raw file.
  private let hasRawSignature: Bool

  /// - Parameter version: the number after the byte order.
  init?(_ file: FileWindow, version: Int) {
    guard let structure = TIFFStructure(file, version: version),
      let first = structure.firstDirectory
    else {
      return nil
    }
    self.file = file
    self.structure = structure
    // Canon's CR2 has the letters "CR" after the first directory's offset.
    hasRawSignature = version != 42 || file.bytes(at: 8, count: 2)?.elementsEqual("CR".utf8) == true
    directories = Self.directories(of: structure, from: first)
  }

  /// Every directory once; subdirectories come before the next one of the chain.
  private static func directories(of structure: TIFFStructure, from first: Int) -> [TIFFStructure
    .Directory]
  {
    var found: [TIFFStructure.Directory] = []
    var offsets: Set<Int> = [0]
    var pending = [first]
    while !pending.isEmpty, offsets.count <= maxDirectories {
      let offset = pending.removeFirst()
      guard offsets.insert(offset).inserted,
        let directory = structure.directory(at: offset, limit: maxEntries)
      else {
        continue
      }
      found.append(directory)
      let inner =
        directory.fields[Tag.subdirectories].flatMap {
          structure.numbers(of: $0, limit: maxSubdirectories)
        } ?? []
      pending = inner + [directory.next] + pending
    }
    return found
  }

  /// Whether the file contains a sensor's data, and not just pictures.
  var isRaw: Bool {
    hasRawSignature
      || directories.contains { directory in
        directory.fields[Tag.dngVersion] != nil || isRecordedBySensor(directory)
      }
  }

  private func isRecordedBySensor(_ directory: TIFFStructure.Directory) -> Bool {
    // A colour filter array, and a DNG's linear values.
    let photometric = [32803, 34892]
    // The compression methods of Sony, Samsung, Nikon, Kodak and Pentax.
    let compression = [32767, 32770, 34713, 65000, 65535]
    return number(Tag.photometric, in: directory).map(photometric.contains) == true
      || number(Tag.compression, in: directory).map(compression.contains) == true
  }

  /// Where JPEGs may be, in the order of the file. Their bytes are not checked here.
  var previews: [Range<Int>] {
    let found = directories.flatMap { directory in
      [namedJPEG(in: directory), onlyStrip(of: directory), panasonicJPEG(in: directory)].compactMap
      { $0 }
    }
    return found + [OlympusPreview.range(in: structure, of: file)].compactMap { $0 }
  }

  var fields: RawFields {
    let exif = EXIF(structure)
    return RawFields(
      orientation: exif?.orientation, moments: exif?.moments ?? StatedMoments(),
      camera: exif?.camera, rating: exif?.rating ?? exif?.percentRating,
      settings: exif?.settings ?? CameraSettings())
  }

  private func namedJPEG(in directory: TIFFStructure.Directory) -> Range<Int>? {
    guard let offset = number(Tag.jpegOffset, in: directory),
      let length = number(Tag.jpegLength, in: directory)
    else {
      return nil
    }
    return offset..<offset + length
  }

  /// A JPEG in a single strip that is a picture, and not a mask, a depth map or a sensor's data.
  private func onlyStrip(of directory: TIFFStructure.Directory) -> Range<Int>? {
    // Grey, RGB and YCbCr; Canon's directories don't say which.
    guard [6, 7].contains(number(Tag.compression, in: directory)),
      [nil, 1, 2, 6].contains(number(Tag.photometric, in: directory)),
      let offset = onlyNumber(Tag.stripOffsets, in: directory),
      let length = onlyNumber(Tag.stripLengths, in: directory)
    else { return nil }
    return offset..<offset + length
  }

  private func panasonicJPEG(in directory: TIFFStructure.Directory) -> Range<Int>? {
    directory.fields[Tag.panasonicJPEG].flatMap(structure.data)
  }

  private func number(_ tag: Int, in directory: TIFFStructure.Directory) -> Int? {
    directory.fields[tag].flatMap(structure.number)
  }

  private func onlyNumber(_ tag: Int, in directory: TIFFStructure.Directory) -> Int? {
    directory.fields[tag].flatMap { structure.numbers(of: $0, limit: 1) }?.first
  }
}
