/*
 * What a server's process can only be born with. It gives memory back after a load: the C library's own settings would keep nearly
 * all of it, in one heap for each thread, and V8 would make ever more room for young objects. The threshold stays above the 256 KiB
 * in which files are read: mapping each part again makes a download take twice as long.
 */

/** Variables of the C library, for the environment. */
export const mallocSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_TRIM_THRESHOLD_: '1048576' }

/** Words for V8, before the name of the program. */
export const v8Settings = ['--max-semi-space-size=8']
