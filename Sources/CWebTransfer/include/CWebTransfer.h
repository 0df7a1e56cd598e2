/* HTTP transfers by libcurl, which is loaded when the first one is needed: no program is linked against it.

   Nothing is taken from the user's environment: no proxy, no .netrc, no cookies. Only http and https are spoken,
   certificates are always checked, and redirects are never followed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Loads libcurl. Returns false if it isn't installed, or lacks a function. Cheap after the first time. Thread-safe.
   Call it before any other function of this header. The first call raises the process's limit on open files. */
bool cweb_load(void);

/* After `cweb_load` has returned false: why the library can't be used although it is there; empty if it isn't
   installed. */
const char *cweb_failure(void);

/* Libcurl's version and those of its parts: "libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13". */
const char *cweb_version(void);

/* URLs, as libcurl itself reads them. */

/* The parts of a URL. The texts end with NUL, and `cweb_release_url` frees them. */
struct cweb_url {
    /* The complete URL in its normal form, without the fragment; may contain a user name and password. */
    char *text;
    /* In lower case. */
    char *scheme;
    /* In lower case; an IPv6 address is in brackets. Empty if there is none. */
    char *host;
    /* The port that is used, even if the text gives none; 0 if the scheme has none. */
    uint16_t port;
};

/* Parses an absolute URL or, if `base` isn't NULL, a reference relative to it. Spaces and bytes above 0x7F are
   percent-encoded. A reference to the base's own server keeps the user name and password. Returns false if it isn't
   valid; then nothing needs to be freed. */
bool cweb_parse_url(const char *text, const char *base, struct cweb_url *url);
void cweb_release_url(struct cweb_url *url);

/* Transfers. */

/* One GET request. Texts need to stay valid only during the call that takes the request. */
struct cweb_request {
    const char *url;
    const char *user_agent;
    /* A file with certificates to trust in place of the system's; NULL to trust the system's. */
    const char *ca_file;
    /* Lines such as "Accept: image/png". */
    const char *const *headers;
    size_t header_count;
    /* In milliseconds, including the lookup of the host's name. */
    long connect_timeout;
    /* A transfer that is slower than this many bytes a second for this many seconds times out. */
    long low_speed_bytes;
    long low_speed_seconds;
    /* Whether a connection opened by an earlier transfer must not be used. */
    bool needs_own_connection;
};

/* Called on the thread of `cweb_session_run`, with the transfer's context. */
struct cweb_receiver {
    /* Whether a connection to this address may be opened: 4 bytes of IPv4, or 16 of IPv6. */
    bool (*may_connect)(void *context, const uint8_t *address, size_t count);
    /* A header line, including its line break. False aborts the transfer. */
    bool (*header)(void *context, const char *line, size_t count);
    /* Bytes of the body, inflated. False aborts the transfer. */
    bool (*body)(void *context, const uint8_t *bytes, size_t count);
};

/* How a transfer ended. */
enum __attribute__((enum_extensibility(closed))) CWebOutcome : int32_t {
    CWebOutcomeDone,
    /* The receiver aborted it. */
    CWebOutcomeAborted,
    /* The host's name has no address. */
    CWebOutcomeNoHost,
    /* The receiver allows none of the addresses. */
    CWebOutcomeForbidden,
    /* No connection could be opened. */
    CWebOutcomeUnreachable,
    /* The connection broke before the response was complete. */
    CWebOutcomeLost,
    /* Connecting took too long. */
    CWebOutcomeConnectTimeout,
    /* The transfer was too slow. */
    CWebOutcomeTooSlow,
    /* The server's certificate can't be trusted, or there is no safe connection. */
    CWebOutcomeCertificate,
    /* The file with certificates can't be read. */
    CWebOutcomeCAFile,
    /* The response isn't valid HTTP, or its header is too long. */
    CWebOutcomeProtocol,
    /* The body can't be inflated. */
    CWebOutcomeEncoding,
    CWebOutcomeOutOfMemory,
    /* Too many files are open. */
    CWebOutcomeNoDescriptors,
};

struct cweb_result {
    enum CWebOutcome outcome;
    /* libcurl's message; valid until the transfer is removed. It may name the host, never a password or query. */
    const char *message;
    /* The address of the server, 4 or 16 bytes; none if no connection was opened. */
    uint8_t address[16];
    size_t address_count;
};

typedef struct cweb_session cweb_session;
typedef struct cweb_transfer cweb_transfer;

/* A set of transfers with a pool of connections. All its functions except `cweb_session_wake` must be called by one
   thread at a time. NULL for lack of memory or descriptors. */
cweb_session *cweb_session_create(void);

/* Closes all connections. There must be no transfer left. */
void cweb_session_destroy(cweb_session *session);

/* Starts a transfer; NULL for lack of memory. It must be removed, even after it has ended. */
cweb_transfer *cweb_session_add(
    cweb_session *session, const struct cweb_request *request, struct cweb_receiver receiver, void *context);

/* Ends a transfer at once if it hasn't ended, and frees it. Calls no receiver. */
void cweb_session_remove(cweb_session *session, cweb_transfer *transfer);

/* Waits until something happens or `milliseconds` have passed, then continues the transfers; returns false if
   libcurl fails. */
bool cweb_session_run(cweb_session *session, int milliseconds);

/* The context of a transfer that has ended; each is returned once. NULL if there is none. */
void *cweb_session_take_ended(cweb_session *session, struct cweb_result *result);

/* Ends the wait of `cweb_session_run`, or the next one. May be called by any thread. */
void cweb_session_wake(cweb_session *session);
