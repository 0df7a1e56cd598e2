#include "ByteSource.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

size_t byte_source_fill(ByteSource *source) {
    if (source->is_cancelled && source->is_cancelled(source->cancellation_context)) {
        source->errnum = ECANCELED;
        return 0;
    }
    size_t wanted = sizeof source->buffer;
    if (source->end) {
        if (source->offset >= source->end) return 0;
        if (source->end - source->offset < wanted) wanted = (size_t)(source->end - source->offset);
    }
    ssize_t count;
    do {
        count = pread(source->descriptor, source->buffer, wanted, (off_t)source->offset);
    } while (count < 0 && errno == EINTR);
    if (count < 0) {
        source->errnum = errno;
        return 0;
    }
    struct stat status;
    if (count == 0 && fstat(source->descriptor, &status) == 0 && (uint64_t)status.st_size > source->offset) {
        source->errnum = ESTALE;
        return 0;
    }
    if (source->observer && !source->is_unobserved && count > 0)
        source->observer(source->observer_context, source->offset, source->buffer, (size_t)count);
    source->offset += (uint64_t)count;
    return (size_t)count;
}
