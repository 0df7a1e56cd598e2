internal import SystemPackage

extension SettingOverrides<CollageOptions> {
  /// The files beside the photos that the chosen settings name.
  package var neededFiles: [NeededFile] {
    [
      fontFile.map { NeededFile($0, .font) }, templateFile.map { NeededFile($0, .template) },
      overlayFile.map { NeededFile($0, .overlay) },
    ].compactMap(\.self)
  }
}

extension CollageOptions {
  /// The files beside the photos that a collage with these options needs.
  package var neededFiles: [NeededFile] {
    [
      text.font?.file.map { NeededFile($0, .font) },
      pictures.template?.address.file.map { NeededFile($0, .template) },
      pictures.overlay?.address.file.map { NeededFile($0, .overlay) },
    ].compactMap(\.self)
  }
}
