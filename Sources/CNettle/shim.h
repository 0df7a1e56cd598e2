#pragma once
#include <nettle/md5.h>
#include <nettle/sha2.h>
