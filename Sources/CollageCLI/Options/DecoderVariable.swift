internal import PhotoCodecs

/// `$COLLAGE_DECODERS`: "plain" turns our own part in decoding JPEGs and PNGs off, in case it is to blame for something.
enum DecoderVariable {
  static func apply() throws(CommandFailure) {
    guard let value = Environment["COLLAGE_DECODERS"] else { return }
    guard value == "plain" else {
      throw CommandFailure(
        .usage, "COLLAGE_DECODERS: '\(value.displayedRaw)' is not a value it can have; set it to plain, or unset it")
    }
    PhotoDecoder.useLibrariesAlone()
  }
}
