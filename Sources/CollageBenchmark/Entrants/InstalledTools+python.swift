import SystemPackage

extension InstalledTools {
  /// The interpreter behind the first `python3`: a wrapper may stand in front of it, whose time is not the libraries'.
  var python: FilePath? {
    find("python3")
      .flatMap { output(of: $0, ["-c", "import sys; print(sys.executable)"])?.first }
      .map { FilePath($0) }
  }
}
