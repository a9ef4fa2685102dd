/*
 * Becomes the same program with the settings of processSettings.mjs. It stays the same process, so signals, exit codes and the
 * process that waits for it see no difference. Windows has nothing of it. It is imported before anything else runs, because what runs
 * before runs twice.
 */
import { mallocSettings, v8Settings } from './processSettings.mjs'

if (process.execve && process.env.MALLOC_ARENA_MAX === undefined) {
  const args = [process.execPath, ...v8Settings, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, ...mallocSettings })
}
