internal import PhotoCodecs

/// A protection of the process that decodes foreign photos.
struct WorkerProtection {
  let name: String
  let isActive: Bool
  /// What it does, or why it isn't there.
  let detail: String

  /// In the order in which they are taken.
  static func all(_ worker: WorkerDescription) -> [WorkerProtection] {
    let landlock = worker.landlockVersion
    return [
      WorkerProtection(
        name: "limits", isActive: worker.hasLimits, detail: "of memory, processor time, open files and file sizes",
        missing: "the system refuses to set them"),
      WorkerProtection(
        name: "no new privileges", isActive: worker.hasNoNewPrivileges, detail: "no other program gives it more rights",
        missing: "the kernel refuses it"),
      WorkerProtection(
        name: "Landlock", isActive: landlock != nil, detail: "version \(landlock ?? 0): no file, no connection",
        missing: "the kernel has none, or it is switched off"),
      WorkerProtection(
        name: "system call filter", isActive: worker.hasSystemCallFilter, detail: "only what decoding needs",
        missing: "the kernel has none"),
    ]
  }

  private init(name: String, isActive: Bool, detail: String, missing: String) {
    self.name = name
    self.isActive = isActive
    self.detail = isActive ? detail : missing
  }
}
