/* Puts our decoder of Huffman codes into libjpeg, in the place of its own.
 *
 * That place is in a private struct, which another version may arrange differently. So it is used only with versions
 * that this has been tried with, and only after a trial: a small picture must give the same rows as with libjpeg alone.
 * Until it has proved itself, nothing that is found there is believed. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

#include "JPEGFastPath.h"

/* The trial, which can be held only once. */
CPhotoFastPath jpeg_entropy_trial(void);

/* The same for progressive pictures, after the first one has succeeded: whether their scans may be replaced. */
bool jpeg_entropy_scan_trial(void);

/* Has libjpeg call `decode` for every MCU of the baseline picture that `codec` has started. Returns false, having done
 * nothing, if libjpeg decodes it with other functions than in the trial. Call only if `cjpeg_fast_path` is Used. */
bool jpeg_entropy_replace(j_decompress_ptr codec, JPEGMCUDecoder decode);

/* The same for the scan of a progressive picture that `codec` has begun. */
bool jpeg_entropy_replace_scan(j_decompress_ptr codec, JPEGMCUDecoder decode);
/* Whether libjpeg calls `decode` for the scan that it is reading: not for one that it has just begun. */
bool jpeg_entropy_is_replaced(j_decompress_ptr codec, JPEGMCUDecoder decode);
