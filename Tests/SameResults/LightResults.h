#pragma once

/* Prints a line for each kind of gain map. */
void make_all_light(void);
