internal import Files
package import ReactiveTraits
internal import SystemPackage

extension PhotoLibrary {
  /// Checks everything in the folder and in its albums, in the order of their names: finished; or a
  /// failure. Reads every asset completely, and skips those that are removed meanwhile. Cold; works
  /// on a background queue, or on the waiting thread.
  ///
  /// Fails with `failed` if the folder can't be read to its end, before anything is checked; with
  /// `cancelled`.
  ///
  /// - Parameter report: called with each finding as soon as it is known, and with the share of
  ///   names that are checked, 0 to 1; on the same queue. Returns false to stop.
  package func verification(_ report: @escaping @Sendable (Finding, Double) -> Bool) -> Completable<
    LibraryError
  > {
    Completable.work { cancellation throws(LibraryError) in
      let names = try reading(OpenFolder.open(folder).names())
      for (index, name) in names.enumerated() {
        let findings = try findings(name, cancellation)
        for finding in findings where !report(finding, Double(index + 1) / Double(names.count)) {
          return
        }
      }
    }
  }

  /// Checks only the assets whose ids begin with these prefixes. A prefix without an asset is
  /// reported as missing.
  package func verification(
    of prefixes: [AssetIDPrefix], _ report: @escaping @Sendable (Finding, Double) -> Bool
  ) -> Completable<LibraryError> {
    Completable.work { cancellation throws(LibraryError) in
      for (index, prefix) in prefixes.enumerated() {
        if cancellation.isCancelled { throw .cancelled }
        let finding = try finding(prefix, cancellation)
        guard report(finding, Double(index + 1) / Double(prefixes.count)) else { return }
      }
    }
  }

  private func finding(_ prefix: AssetIDPrefix, _ cancellation: Cancellation) throws(LibraryError)
    -> Finding
  {
    let asset: Asset
    do throws(LibraryError) {
      asset = try self.asset(prefix)
    } catch .unknown {
      return Finding(path: folder.appending(AssetFileName.prefix + prefix.text), kind: .missing)
    }
    return try asset.finding { cancellation.isCancelled }
  }

  private func findings(_ name: FilePath.Component, _ cancellation: Cancellation)
    throws(LibraryError) -> [Finding]
  {
    if cancellation.isCancelled { throw .cancelled }
    let path = folder.appending(name)
    if let asset = Asset(name, in: folder) {
      let finding = try asset.finding { cancellation.isCancelled }
      // Removed since the folder was read.
      return finding.kind == .missing ? [] : [finding]
    }
    if Asset.canBeRenamed(name.bytes.span, in: folder),
      let asset = try Asset.renamed(name, in: folder)
    {
      let finding = try asset.finding { cancellation.isCancelled }
      return finding.kind == .missing ? [] : [finding]
    }
    if Trash.isFolder(name, in: folder) { return [] }
    if TemporaryFileName.matches(name) { return [Finding(path: path, kind: .leftover)] }
    return findings(inFolder: name)
  }

  /// The findings about a folder: that it is an album, with its problems, or else that it is
  /// foreign.
  private func findings(inFolder name: FilePath.Component) -> [Finding] {
    let path = folder.appending(name)
    do throws(LibraryError) {
      let album = try AlbumFolder.open(name, in: try opened())
      let findings = try rethrowing(album.findings()) { LibraryError($0, at: path) }
      let dangling = findings.compactMap { finding in
        finding.kind == .dangling ? finding.path.lastComponent : nil
      }
      // Renamed collages are still there.
      let found = try Set(
        self.found(dangling.compactMap { Asset($0, in: folder) }).filter { $0.renamed != nil }
          .map(\.name))
      return [Finding(path: path, kind: .album)]
        + findings.filter { $0.kind != .dangling || !found.contains($0.path.lastComponent!) }
    } catch {
      switch error {
      case .damagedAlbum(let file): return [Finding(path: file, kind: .damaged)]
      // Renamed or removed since the folder was read.
      case .noAlbum: return []
      case .notAnAlbum: return [Finding(path: path, kind: .foreign)]
      default: return [Finding(path: path, kind: .unreadable)]
      }
    }
  }
}

extension AlbumFolder {
  /// Everything in the album except its file and assets that exist.
  fileprivate func findings() throws(Errno) -> [Finding] {
    var findings: [Finding] = []
    for name in try folder.names() {
      switch try kind(of: name) {
      case .id, nil: continue
      case .foreign: findings.append(Finding(path: folder.path.appending(name), kind: .foreign))
      case .link(let asset):
        // If the asset was just removed, its link was removed before it.
        if try !FileSystem.exists(asset.path), try kind(of: name) != nil {
          findings.append(Finding(path: folder.path.appending(name), kind: .dangling))
        }
      }
    }
    for name in record.unlinked.sorted(by: { $0.string < $1.string }) {
      let asset = Asset(name, in: folder.path.folder)
      guard let asset, try kind(of: name) == nil, try !FileSystem.exists(asset.path) else {
        continue
      }
      if try AlbumRecord(in: folder)?.lists(asset) ?? true {
        findings.append(Finding(path: folder.path.appending(name), kind: .dangling))
      }
    }
    return findings
  }
}
