#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CWebTransfer.h"

struct library curl_library;
static bool is_loaded;

static void load(void) {
  void *file = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!file) return;
  const struct {
    void **function;
    const char *name;
  } symbols[] = {
      {(void **)&curl_library.global_init, "curl_global_init"},
      {(void **)&curl_library.easy_init, "curl_easy_init"},
      {(void **)&curl_library.easy_cleanup, "curl_easy_cleanup"},
      {(void **)&curl_library.easy_setopt, "curl_easy_setopt"},
      {(void **)&curl_library.easy_getinfo, "curl_easy_getinfo"},
      {(void **)&curl_library.easy_strerror, "curl_easy_strerror"},
      {(void **)&curl_library.multi_init, "curl_multi_init"},
      {(void **)&curl_library.multi_cleanup, "curl_multi_cleanup"},
      {(void **)&curl_library.multi_setopt, "curl_multi_setopt"},
      {(void **)&curl_library.multi_add_handle, "curl_multi_add_handle"},
      {(void **)&curl_library.multi_remove_handle, "curl_multi_remove_handle"},
      {(void **)&curl_library.multi_perform, "curl_multi_perform"},
      {(void **)&curl_library.multi_poll, "curl_multi_poll"},
      {(void **)&curl_library.multi_wakeup, "curl_multi_wakeup"},
      {(void **)&curl_library.multi_info_read, "curl_multi_info_read"},
      {(void **)&curl_library.slist_append, "curl_slist_append"},
      {(void **)&curl_library.slist_free_all, "curl_slist_free_all"},
      {(void **)&curl_library.free, "curl_free"},
      {(void **)&curl_library.url, "curl_url"},
      {(void **)&curl_library.url_cleanup, "curl_url_cleanup"},
      {(void **)&curl_library.url_set, "curl_url_set"},
      {(void **)&curl_library.url_get, "curl_url_get"},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    *symbols[i].function = dlsym(file, symbols[i].name);
    if (!*symbols[i].function) return;
  }
  is_loaded = curl_library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool cweb_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}
