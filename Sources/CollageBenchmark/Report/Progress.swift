import SystemPackage

/// Reports on standard error what is being done; standard output is for the report only.
enum Progress {
  static func show(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll("collage-benchmark: \(text)\n".utf8)
  }

  /// Without optimisation, generating photos takes minutes.
  static func warnOfDebugBuild() {
    #if DEBUG
      show("this is a debug build; build it with -c release")
    #endif
  }
}
