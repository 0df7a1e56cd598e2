import Glibc
package import SystemPackage

/// The errors that a system call can return to a correct program on Linux, according to the
/// manual's second section, and those that file systems add (EIO, ESTALE, EDQUOT).
///
/// Errors that only a faulty program gets (EFAULT, most of EBADF and EINVAL) are left out.
package enum PossibleErrors {
  /// The errors of the call of this name, the likeliest first; nil if the table doesn't have it.
  package static func of(_ name: String) -> [Errno]? {
    if withoutError.contains(name) { return [] }
    return table[name].map { $0.map { Errno(rawValue: $0) } }
  }

  /// Those of them that may occur again and again: no interruption, and nothing that waiting or
  /// trying again would cure.
  package static func lasting(of name: String) -> [Errno] {
    let canStayBusy = ["clone", "clone3", "flock", "mmap", "mremap"].contains(name)
    return (of(name) ?? []).filter {
      $0 != .interrupted && (canStayBusy || $0 != .resourceTemporarilyUnavailable)
    }
  }

  /// Whether the call is about a file that has a name, its content or its folder, rather than
  /// memory, threads or waiting.
  package static func isAboutFiles(_ name: String) -> Bool { fileCalls[name] != nil }

  /// Calls that are never made to fail:
  /// - they can't, or only for a program that is itself at fault (`gettid`, `rt_sigaction`,
  ///   `exit_group`, …);
  /// - `brk` tells its failure by an unchanged break, not by an error; a limit on memory tries that
  ///   out;
  /// - `write_event` would wait for a reader before it failed;
  /// - `futex_wake` that is not made is a wake-up that the kernel lost, which no program survives;
  /// - `set_robust_list` and `rseq` belong to the C library alone, which ignores their errors.
  private static let withoutError: Set = [
    "arch_prctl", "brk", "clock_gettime", "exit", "exit_group", "futex_wake", "getegid", "geteuid",
    "getgid", "getpgid",
    "getpid", "getppid", "getrusage", "getsid", "gettid", "getuid", "restart_syscall", "rseq",
    "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "sched_yield", "set_robust_list",
    "set_tid_address",
    "sigaltstack",
    "sysinfo", "tgkill", "tkill", "kill", "umask", "uname", "read_null", "write_event",
    "write_null",
    "sched_get_priority_max",
    "sched_get_priority_min",
    "sched_getparam", "sched_getscheduler",
  ]

  private static let table = fileCalls.merging(otherCalls) { first, _ in first }

  private static let lookup = [EIO, EACCES, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, ESTALE]
  private static let change = lookup + [EDQUOT, EEXIST, EMLINK, ENOSPC, EPERM, EROFS]
  private static let status = lookup + [EOVERFLOW]
  private static let reading = [EIO, EINTR, EISDIR, EAGAIN, ESTALE]
  private static let writing = [EIO, ENOSPC, EDQUOT, EFBIG, EINTR, EPERM, EAGAIN, ESTALE]
  private static let synchronising = [EIO, ENOSPC, EDQUOT, EINVAL, EROFS, EINTR]

  private static let fileCalls: [String: [Int32]] = [
    "access": lookup + [EROFS], "faccessat": lookup + [EROFS],
    "faccessat2": lookup + [EROFS, ENOSYS],
    "openat": opening, "openat_create": opening + creation,
    "close": [EIO, EINTR, ENOSPC, EDQUOT],
    "read": reading, "readv": reading, "pread64": reading, "preadv": reading,
    "write_pipe": [EPIPE, EIO, ENOSPC, EINTR, EAGAIN],
    "write": writing, "writev": writing, "pwrite64": writing, "pwritev": writing,
    "copy_file_range": writing + [ENOMEM, EXDEV, EOPNOTSUPP, ENOSYS, EINVAL],
    "sendfile": writing + [ENOMEM, EINVAL],
    "stat": status, "lstat": status, "fstat": [EIO, ENOMEM, ESTALE, EOVERFLOW],
    "newfstatat": status,
    "statx": status + [ENOSYS], "statfs": [EIO, EACCES, EINTR, ENOMEM, ENOSYS],
    "fstatfs": [EIO, EINTR, ENOMEM, ENOSYS],
    "lseek": [EINVAL, EOVERFLOW, ESPIPE],
    "fsync": synchronising, "fdatasync": synchronising, "syncfs": synchronising,
    "msync": [EIO, ENOMEM],
    "sync_file_range": [EIO, ENOMEM, ENOSPC, ESPIPE],
    "ftruncate": [EIO, EFBIG, EINTR, EPERM, ENOSPC], "truncate": change + [EFBIG, EINTR],
    "fallocate": [EIO, ENOSPC, EOPNOTSUPP, EFBIG, EINTR, EPERM, ENOSYS],
    "fadvise64": [EINVAL, ESPIPE],
    "flock": [ENOLCK, EWOULDBLOCK, EINTR, EOPNOTSUPP, EIO],
    "fcntl": [EBADF, EINTR, EAGAIN, ENOLCK, EINVAL],
    "chmod": change, "fchmod": [EIO, EPERM, EROFS, EOPNOTSUPP], "fchmodat": change,
    "fchown": [EIO, EPERM, EROFS], "fchownat": change, "utimensat": change,
    "link": change + [EXDEV, EOPNOTSUPP], "linkat": change + [EXDEV, EOPNOTSUPP],
    "symlink": change, "symlinkat": change,
    "mkdir": change, "mkdirat": change,
    "rename": renaming, "renameat": renaming, "renameat2": renaming + [ENOSYS],
    "unlink": removing, "unlinkat": removing, "rmdir": removing + [ENOTEMPTY],
    "readlink": lookup + [EINVAL], "readlinkat": lookup + [EINVAL],
    "getcwd": [ENOENT, EACCES, ENOMEM, ENAMETOOLONG], "chdir": lookup, "fchdir": lookup,
    "getdents": [EIO, ENOENT, EACCES, ESTALE], "getdents64": [EIO, ENOENT, EACCES, ESTALE],
    "getxattr": attributes, "lgetxattr": attributes, "fgetxattr": attributes,
    "listxattr": attributes, "llistxattr": attributes, "flistxattr": attributes,
    "fsetxattr": attributes + [ENOSPC, EDQUOT, EPERM, EROFS],
    "fremovexattr": attributes + [EPERM, EROFS],
  ]

  private static let opening =
    lookup + [EMFILE, ENFILE, EINTR, EPERM, ENXIO, ENODEV, EBUSY, EOVERFLOW]
  private static let creation = [EDQUOT, EEXIST, EISDIR, ENOSPC, EROFS, EOPNOTSUPP, EINVAL]
  private static let renaming = change + [EBUSY, EINVAL, EISDIR, ENOTEMPTY, EXDEV]
  private static let removing = lookup + [EBUSY, EISDIR, EPERM, EROFS]
  private static let attributes = [EIO, EOPNOTSUPP, ENODATA, ERANGE, ENOMEM]
  private static let descriptors = [EMFILE, ENFILE, ENOMEM]

  private static let otherCalls: [String: [Int32]] = [
    "mmap": [ENOMEM, EAGAIN, EPERM], "mremap": [ENOMEM, EAGAIN], "mprotect": [ENOMEM, EACCES],
    "munmap": [ENOMEM],
    "madvise": [ENOMEM, EAGAIN, EINVAL], "mlock": [ENOMEM, EPERM, EAGAIN],
    "memfd_create": descriptors,
    "clone": [EAGAIN, ENOMEM, EPERM], "clone3": [EAGAIN, ENOMEM, EPERM, ENOSYS],
    "vfork": [EAGAIN, ENOMEM],
    "execve": [ENOMEM, EIO, EACCES, ENOENT, ETXTBSY, E2BIG],
    "close_range": [ENOSYS, EMFILE, ENOMEM],
    "landlock_create_ruleset": [ENOSYS, EOPNOTSUPP, EMFILE, ENOMEM],
    "landlock_restrict_self": [E2BIG, EPERM],
    "futex_wait": [EAGAIN, EINTR], "membarrier": [ENOSYS, EPERM, EINVAL],
    "sched_getaffinity": [EINVAL, EPERM], "sched_setaffinity": [EINVAL, EPERM],
    "sched_setscheduler": [EPERM],
    "get_mempolicy": [EPERM, EINVAL, ENOSYS], "set_mempolicy": [EPERM, EINVAL, ENOSYS],
    "getpriority": [EACCES], "setpriority": [EACCES, EPERM],
    "prctl": [EINVAL, EPERM], "prlimit64": [EPERM], "getrlimit": [EPERM], "setrlimit": [EPERM],
    "getrandom": [ENOSYS, EINTR, EAGAIN],
    "epoll_create1": descriptors, "epoll_create": descriptors,
    "epoll_ctl": [ENOMEM, ENOSPC, EPERM],
    "read_event": [EINTR, EAGAIN], "read_pipe": [EIO, EINTR, EAGAIN], "epoll_wait": [EINTR],
    "epoll_pwait": [EINTR],
    "epoll_pwait2": [EINTR, ENOSYS],
    "eventfd2": descriptors, "eventfd": descriptors, "timerfd_create": descriptors,
    "timerfd_settime": [ECANCELED],
    "signalfd4": descriptors, "inotify_init1": descriptors, "inotify_add_watch": lookup + [ENOSPC],
    "pidfd_open": descriptors, "pipe": descriptors, "pipe2": descriptors,
    "socket": descriptors + [EACCES], "socketpair": descriptors,
    "dup": [EMFILE, EINTR], "dup2": [EMFILE, EINTR, EBUSY], "dup3": [EMFILE, EINTR, EBUSY],
    "poll": [EINTR, ENOMEM], "ppoll": [EINTR, ENOMEM], "select": [EINTR, ENOMEM],
    "pselect6": [EINTR, ENOMEM],
    "rt_sigtimedwait": [EINTR, EAGAIN], "nanosleep": [EINTR], "clock_nanosleep": [EINTR],
    "pause": [EINTR],
    "wait4": [EINTR, ECHILD], "waitid": [EINTR, ECHILD], "timer_create": [EAGAIN, ENOMEM],
    "setitimer": [EINVAL], "ioctl": [ENOTTY, EIO],
  ]
}
