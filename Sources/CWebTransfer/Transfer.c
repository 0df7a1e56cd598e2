#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CWebTransfer.h"
#include "Library.h"

struct cweb_session {
    CURLM *multi;
};

struct cweb_transfer {
    CURL *easy;
    struct curl_slist *headers;
    struct cweb_receiver receiver;
    void *context;
    bool is_forbidden;
    /* A socket could not be had because too many files are open. */
    bool lacks_descriptors;
    char message[CURL_ERROR_SIZE];
};

/* Options that older headers or libraries lack. */
enum { option_protocols = 10318, option_quick_exit = 322 };

/* libcurl's callbacks. */

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    cweb_transfer *transfer = context;
    const uint8_t *bytes = NULL;
    size_t count = 0;
    if (address->family == AF_INET) {
        bytes = (const uint8_t *)&((const struct sockaddr_in *)&address->addr)->sin_addr;
        count = 4;
    } else if (address->family == AF_INET6) {
        bytes = (const uint8_t *)&((const struct sockaddr_in6 *)&address->addr)->sin6_addr;
        count = 16;
    }
    if (!bytes || !transfer->receiver.may_connect(transfer->context, bytes, count)) {
        transfer->is_forbidden = true;
        return CURL_SOCKET_BAD;
    }
    const int result = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (result < 0 && (errno == EMFILE || errno == ENFILE)) transfer->lacks_descriptors = true;
    return result;
}

static size_t receive_header(char *line, size_t size, size_t items, void *context) {
    cweb_transfer *transfer = context;
    return transfer->receiver.header(transfer->context, line, size * items) ? size * items : 0;
}

static size_t receive_body(char *bytes, size_t size, size_t items, void *context) {
    cweb_transfer *transfer = context;
    return transfer->receiver.body(transfer->context, (const uint8_t *)bytes, size * items) ? size * items : 0;
}

/* Sessions. */

cweb_session *cweb_session_create(void) {
    CURLM *multi = curl_library.multi_init();
    if (!multi) return NULL;
    cweb_session *session = calloc(1, sizeof *session);
    if (!session) {
        curl_library.multi_cleanup(multi);
        return NULL;
    }
    session->multi = multi;
    /* One transfer per connection, so that the number of connections to a host is that of its transfers. */
    curl_library.multi_setopt(multi, CURLMOPT_PIPELINING, (long)CURLPIPE_NOTHING);
    curl_library.multi_setopt(multi, CURLMOPT_MAXCONNECTS, 12L);
    return session;
}

void cweb_session_destroy(cweb_session *session) {
    curl_library.multi_cleanup(session->multi);
    free(session);
}

/* Returns false if this library doesn't know an option, or if there is no memory. */
static bool set_safe(cweb_transfer *transfer, const struct cweb_request *request) {
    CURL *easy = transfer->easy;
    CURLcode failed = CURLE_OK;
#define SET(option, value) failed = failed ? failed : curl_library.easy_setopt(easy, (option), (value))
    SET(CURLOPT_URL, request->url);
    SET((CURLoption)option_protocols, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (request->ca_file) {
        SET(CURLOPT_CAINFO, request->ca_file);
        SET(CURLOPT_CAPATH, NULL);
    }
    SET(CURLOPT_HTTPGET, 1L);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    SET(CURLOPT_USERAGENT, request->user_agent);
    SET(CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
    SET(CURLOPT_HTTPHEADER, transfer->headers);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_BUFFERSIZE, 128L << 10);
    SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_timeout);
    SET(CURLOPT_LOW_SPEED_LIMIT, request->low_speed_bytes);
    SET(CURLOPT_LOW_SPEED_TIME, request->low_speed_seconds);
    SET(CURLOPT_FRESH_CONNECT, request->needs_own_connection ? 1L : 0L);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, transfer);
    SET(CURLOPT_HEADERFUNCTION, receive_header);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, receive_body);
    SET(CURLOPT_WRITEDATA, transfer);
    SET(CURLOPT_PRIVATE, transfer);
    SET(CURLOPT_ERRORBUFFER, transfer->message);
#undef SET
    /* Ends a transfer without waiting for the lookup of a name; older libraries wait. */
    curl_library.easy_setopt(easy, (CURLoption)option_quick_exit, 1L);
    return failed == CURLE_OK;
}

static void release(cweb_transfer *transfer) {
    if (transfer->easy) curl_library.easy_cleanup(transfer->easy);
    curl_library.slist_free_all(transfer->headers);
    free(transfer);
}

cweb_transfer *cweb_session_add(
    cweb_session *session, const struct cweb_request *request, struct cweb_receiver receiver, void *context) {
    cweb_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->receiver = receiver;
    transfer->context = context;
    transfer->easy = curl_library.easy_init();
    bool is_complete = transfer->easy != NULL;
    for (size_t i = 0; is_complete && i < request->header_count; i++) {
        struct curl_slist *longer = curl_library.slist_append(transfer->headers, request->headers[i]);
        is_complete = longer != NULL;
        if (longer) transfer->headers = longer;
    }
    if (!is_complete || !set_safe(transfer, request) ||
        curl_library.multi_add_handle(session->multi, transfer->easy) != CURLM_OK) {
        release(transfer);
        return NULL;
    }
    return transfer;
}

void cweb_session_remove(cweb_session *session, cweb_transfer *transfer) {
    curl_library.multi_remove_handle(session->multi, transfer->easy);
    release(transfer);
}

bool cweb_session_run(cweb_session *session, int milliseconds) {
    int running = 0;
    return curl_library.multi_poll(session->multi, NULL, 0, milliseconds, NULL) == CURLM_OK &&
           curl_library.multi_perform(session->multi, &running) == CURLM_OK;
}

void cweb_session_wake(cweb_session *session) { curl_library.multi_wakeup(session->multi); }

/* Results. */

/* Whether the connection broke during the handshake. libcurl has the same code for that as for a failed handshake,
   keeps no system error, and distinguishes the two only in its message. */
static bool is_lost(const cweb_transfer *transfer) {
    static const char *const texts[] = {
        "Connection reset by peer",   "Broken pipe",
        "SSL_ERROR_SYSCALL",          "unexpected eof",
        "non-properly terminated",    "Error in the pull function",
        "Error in the push function",
    };
    long error = 0;
    curl_library.easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &error);
    if (error == ECONNRESET || error == EPIPE) return true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strstr(transfer->message, texts[i])) return true;
    }
    return false;
}

/* Whether a host or its server could not be reached because too many files are open. libcurl and the resolver don't
 * always say so; then a descriptor is tried. */
static bool lacks_descriptors(const cweb_transfer *transfer) {
    long error = 0;
    curl_library.easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &error);
    if (transfer->lacks_descriptors || error == EMFILE || error == ENFILE) return true;
    const int trial = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (trial >= 0) close(trial);
    return trial < 0 && (errno == EMFILE || errno == ENFILE);
}

static enum CWebOutcome outcome(const cweb_transfer *transfer, CURLcode code) {
    double connected = 0;
    curl_library.easy_getinfo(transfer->easy, CURLINFO_PRETRANSFER_TIME, &connected);
    switch ((int)code) {
    case CURLE_OK: return CWebOutcomeDone;
    case CURLE_WRITE_ERROR: return CWebOutcomeAborted;
    case CURLE_COULDNT_RESOLVE_HOST: return lacks_descriptors(transfer) ? CWebOutcomeNoDescriptors : CWebOutcomeNoHost;
    case CURLE_COULDNT_CONNECT:
        if (transfer->is_forbidden) return CWebOutcomeForbidden;
        return lacks_descriptors(transfer) ? CWebOutcomeNoDescriptors : CWebOutcomeUnreachable;
    case CURLE_OPERATION_TIMEDOUT: return connected > 0 ? CWebOutcomeTooSlow : CWebOutcomeConnectTimeout;
    case CURLE_SSL_CACERT_BADFILE: return CWebOutcomeCAFile;
    case CURLE_SSL_CONNECT_ERROR: return is_lost(transfer) ? CWebOutcomeLost : CWebOutcomeCertificate;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return CWebOutcomeCertificate;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return CWebOutcomeLost;
    case CURLE_BAD_CONTENT_ENCODING: return CWebOutcomeEncoding;
    /* libcurl also gives this code for a header line that is longer than its limit. */
    case CURLE_OUT_OF_MEMORY: return connected > 0 ? CWebOutcomeProtocol : CWebOutcomeOutOfMemory;
    default: return CWebOutcomeProtocol;
    }
}

static void find_address(const cweb_transfer *transfer, struct cweb_result *result) {
    char *text = NULL;
    if (curl_library.easy_getinfo(transfer->easy, CURLINFO_PRIMARY_IP, &text) != CURLE_OK || !text) return;
    if (inet_pton(AF_INET, text, result->address) == 1) {
        result->address_count = 4;
    } else if (inet_pton(AF_INET6, text, result->address) == 1) {
        result->address_count = 16;
    }
}

void *cweb_session_take_ended(cweb_session *session, struct cweb_result *result) {
    int left = 0;
    CURLMsg *message = curl_library.multi_info_read(session->multi, &left);
    while (message && message->msg != CURLMSG_DONE) message = curl_library.multi_info_read(session->multi, &left);
    if (!message) return NULL;
    cweb_transfer *transfer = NULL;
    curl_library.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
    memset(result, 0, sizeof *result);
    result->outcome = outcome(transfer, message->data.result);
    result->message = *transfer->message ? transfer->message : curl_library.easy_strerror(message->data.result);
    find_address(transfer, result);
    return transfer->context;
}
