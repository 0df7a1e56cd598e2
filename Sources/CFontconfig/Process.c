#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CProcess.h"
#include "Finder.h"

static const char finder_name[] = "collage-font-finder";

/* The descriptor to which the process writes its answer, and the maximum number of characters that it is asked for. */
enum { answer_file = cprocess_first_file, most_characters = 64 };

/* In the process. */

static _Noreturn void run(int argument_count, char *const *arguments) {
    static struct answer_with_text found;
    uint32_t characters[most_characters];
    size_t count = 0;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) _exit(1);
    for (int i = 2; i < argument_count && count < most_characters; i++) {
        characters[count++] = (uint32_t)strtoul(arguments[i], NULL, 10);
    }
    /* No font has an empty name. */
    if (arguments[1][0] == 0) {
        find_version(&found);
    } else {
        find_font(arguments[1], characters, count, &found);
    }
    const char *bytes = (const char *)&found;
    for (size_t sent = 0; sent < sizeof found;) {
        const ssize_t more = write(answer_file, bytes + sent, sizeof found - sent);
        if (more <= 0) _exit(1);
        sent += (size_t)more;
    }
    _exit(0);
}

void cfont_run_finder_if_asked(int argument_count, char *const *arguments) {
    if (argument_count >= 2 && strcmp(arguments[0], finder_name) == 0) run(argument_count, arguments);
}

/* In its parent. */

/* fontconfig's own messages are dropped, because they would appear on the program's standard error. Signals sent to
   the terminal's process group are left to the parent, which ends the process itself. */
static int start(pid_t *process, const char *program, char *const *arguments, int answer) {
    const struct cprocess_child child = {
        .program = program,
        .arguments = arguments,
        .files = &answer,
        .file_count = 1,
        .has_own_session = true,
    };
    return cprocess_spawn(process, &child);
}

/* The processor time that a process has used, in microseconds; 0 if that can't be found out. */
static int64_t work_of(pid_t process) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* Reads the answer until it is complete, the process has ended, the work is cancelled, or the process has been idle
   for seconds, which is longer than any disk takes for one file. */
static void receive(
    pid_t process, int file, bool (*is_cancelled)(const void *), const void *context, struct answer_with_text *found) {
    enum { pause = 5, longest_rest = 5000 };
    char *bytes = (char *)found;
    size_t count = 0;
    int64_t work = -1;
    for (int rest = 0; rest < longest_rest;) {
        if (is_cancelled(context)) {
            found->answer.status = CFontCancelled;
            return;
        }
        struct pollfd event = {.fd = file, .events = POLLIN};
        if (poll(&event, 1, pause) > 0) {
            const ssize_t more = read(file, bytes + count, sizeof *found - count);
            if (more > 0) count += (size_t)more;
            if (count == sizeof *found) return;
            if (more == 0) {
                found->answer.status = CFontCrashed;
                return;
            }
        }
        const int64_t now = work_of(process);
        rest = now > work ? 0 : rest + pause;
        work = now;
    }
    found->answer.status = CFontStuck;
}

/* Opens a pipe whose two descriptors are above the number that the process uses. */
static bool open_pipe(int ends[2]) {
    int low[2];
    if (pipe2(low, O_CLOEXEC) != 0) return false;
    for (int i = 0; i < 2; i++) ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, answer_file + 1);
    const int error = errno;
    for (int i = 0; i < 2; i++) close(low[i]);
    if (ends[0] >= 0 && ends[1] >= 0) return true;
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) close(ends[i]);
    }
    errno = error;
    return false;
}

static void ask(
    const char *program, char *const *arguments, bool (*is_cancelled)(const void *), const void *context,
    struct cfont_answer *answer, char *text) {
    struct answer_with_text found = {0};
    int ends[2];
    pid_t process = -1;
    int error = open_pipe(ends) ? 0 : errno;
    if (!error) {
        error = start(&process, program, arguments, ends[1]);
        close(ends[1]);
        if (error) close(ends[0]);
    }
    if (error) {
        *answer = (struct cfont_answer){.status = CFontNotStarted, .errnum = error};
        *text = 0;
        return;
    }
    receive(process, ends[0], is_cancelled, context, &found);
    close(ends[0]);
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
    *answer = found.answer;
    memcpy(text, found.text, sizeof found.text);
    text[sizeof found.text - 1] = 0;
}

void cfont_find(
    const char *program, const char *family, const uint32_t *characters, size_t count,
    bool (*is_cancelled)(const void *context), const void *context, struct cfont_answer *answer, char *text) {
    char numbers[most_characters][12];
    char *arguments[most_characters + 3] = {(char *)finder_name, (char *)family};
    for (size_t i = 0; i < count && i < most_characters; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%u", characters[i]);
        arguments[i + 2] = numbers[i];
    }
    ask(program, arguments, is_cancelled, context, answer, text);
}

void cfont_find_version(
    const char *program, bool (*is_cancelled)(const void *context), const void *context, struct cfont_answer *answer,
    char *text) {
    char *arguments[] = {(char *)finder_name, "", NULL};
    ask(program, arguments, is_cancelled, context, answer, text);
}
