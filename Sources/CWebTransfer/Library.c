#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "CWebTransfer.h"

struct library curl_library;
static bool is_loaded;
static char failure[256];

/* Each fetched photo keeps a descriptor, and many programs may use no more than 1024 unless they ask for more. */
static void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    const rlim_t enough = 65536;
    rlim_t wanted = limit.rlim_max < enough ? limit.rlim_max : enough;
    if (limit.rlim_cur >= wanted) return;
    limit.rlim_cur = wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* Keeps the loader's message, unless it is that there is no such library. */
static void fail_loading(void) {
    static const char file[] = "libcurl.so.4:";
    const char *message = dlerror();
    if (!message) return;
    const bool is_missing = strncmp(message, file, sizeof file - 1) == 0 && strstr(message, "No such file");
    if (!is_missing) snprintf(failure, sizeof failure, "%s", message);
}

static void load(void) {
    void *file = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!file) {
        fail_loading();
        return;
    }
#define FIND(name)                                             \
    *(void **)&curl_library.name = dlsym(file, "curl_" #name); \
    if (!curl_library.name) {                                  \
        fail_loading();                                        \
        return;                                                \
    }
    CURL_FUNCTIONS(FIND)
    is_loaded = curl_library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (is_loaded) raise_descriptor_limit();
    if (!is_loaded) snprintf(failure, sizeof failure, "it can't be initialised");
}

const char *cweb_failure(void) { return failure; }

const char *cweb_version(void) { return curl_library.version(); }

bool cweb_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}
