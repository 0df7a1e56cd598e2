/* libcurl's functions, found at run time. */
#pragma once

#include <curl/curl.h>

/* Their names without the prefix "curl_". */
#define CURL_FUNCTIONS(each)                                                                                        \
    each(version) each(global_init) each(easy_init) each(easy_cleanup) each(easy_setopt) each(easy_getinfo)         \
        each(easy_strerror) each(multi_init) each(multi_cleanup) each(multi_setopt) each(multi_add_handle)          \
            each(multi_remove_handle) each(multi_perform) each(multi_poll) each(multi_wakeup) each(multi_info_read) \
                each(slist_append) each(slist_free_all) each(free) each(url) each(url_cleanup) each(url_set)        \
                    each(url_get)

struct library {
#define CURL_FIELD(name) typeof(curl_##name) *name;
    CURL_FUNCTIONS(CURL_FIELD)
#undef CURL_FIELD
};

/* All pointers are set once `cweb_load` has returned true. */
extern struct library curl_library;
