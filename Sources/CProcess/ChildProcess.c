#define _GNU_SOURCE
#include "CProcess.h"
#include "internal.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

static int set_files(posix_spawn_file_actions_t *actions, const struct cprocess_child *child) {
    int error = 0;
    for (int file = 0; file < cprocess_first_file && !error; file++) {
        error = posix_spawn_file_actions_addopen(actions, file, "/dev/null", O_RDWR, 0);
    }
    for (int i = 0; i < child->file_count && !error; i++) {
        if (child->files[i] < 0) continue;
        error = posix_spawn_file_actions_adddup2(actions, child->files[i], cprocess_first_file + i);
    }
    return error;
}

static int set_signals(posix_spawnattr_t *attributes, const struct cprocess_child *child) {
    sigset_t all, blocked;
    sigfillset(&all);
    sigemptyset(&blocked);
    if (child->blocks_signals) {
        blocked = cprocess_all_but_faults();
        sigdelset(&blocked, SIGXCPU);
    }
    int error = posix_spawnattr_setsigdefault(attributes, &all);
    if (!error) error = posix_spawnattr_setsigmask(attributes, &blocked);
    const short session = child->has_own_session ? POSIX_SPAWN_SETSID : 0;
    if (!error) error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | session);
    return error;
}

int cprocess_spawn(pid_t *process, const struct cprocess_child *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        char *const *environment = child->environment ? child->environment : environ;
        error = set_files(&actions, child);
        if (!error) error = set_signals(&attributes, child);
        if (!error) {
            error = posix_spawnp(process, child->program, &actions, &attributes, child->arguments, environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
