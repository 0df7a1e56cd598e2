/* Random changes of pictures. */
#pragma once

#include "Bytes.h"
#include "Numbers.h"

/* Changes a PNG: its bytes as they are; or its header, chunks, stream or rows, with right checksums around what was
 * changed, so that the decoders behind the checksums see it. */
void mutate_png(Bytes *file, Numbers *numbers);

/* Changes a JPEG: its bytes, its tables, its codes, its markers, or what is before its end marker. */
void mutate_jpeg(Bytes *file, Numbers *numbers);
