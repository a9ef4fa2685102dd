/*
 * Becomes the same program with settings that a process can only be born with. They give memory back after a load: the C
 * library's own would keep nearly all of it, in one heap for each thread, and V8 makes ever more room for young objects.
 * It stays the same process, so signals, exit codes and the process that waits for it see no difference. Windows has nothing of it.
 * The threshold stays above the 256 KiB in which files are read: mapping each part again makes a download take twice as long.
 * It is imported before anything else runs, because what runs before runs twice.
 */
const mallocSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_TRIM_THRESHOLD_: '1048576' }
if (process.execve && process.env.MALLOC_ARENA_MAX === undefined) {
  const args = [process.execPath, '--max-semi-space-size=8', ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, ...mallocSettings })
}
