/*
 * `npm start`: builds what is missing or older than its sources, then becomes the server. With a name after
 * it, one of the server's other programs runs instead: `start.mjs admin reset somebody@example.org`. This is plain
 * JavaScript because it stays in the server's process, where what reads TypeScript would keep 14 MB.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { endWithParent } from './endWithParent.mjs'
import { buildState } from './freshness.mjs'

/**
 * Becomes the same program with settings that a process can only be born with. They give memory back after a load: the C
 * library's own would keep nearly all of it, in one heap for each thread, and V8 makes ever more room for young objects.
 * It stays the same process, so signals, exit codes and whoever waits for it see no difference. Windows has nothing of it.
 * The threshold stays above the 256 KiB in which files are read: mapping each part anew makes a download take twice as long.
 */
const frugal = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_TRIM_THRESHOLD_: '1048576' }
if (process.execve && process.env.MALLOC_ARENA_MAX === undefined) {
  const args = [process.execPath, '--max-semi-space-size=8', ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...process.env, ...frugal })
}

const root = new URL('../', import.meta.url)
const canBuild = existsSync(new URL('node_modules/vite/package.json', root)) && existsSync(new URL('src/server/main.ts', root))

/** @type {(sentence: string) => never} */
const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** In a process of its own, so that what building needs does not stay in the server's memory. */
const build = () => {
  console.log('Building; this takes a few seconds and happens only when something has changed.')
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url))], { stdio: 'inherit' })
  if (status !== 0) fail('The build failed, so nothing was started.')
}

const state = buildState()
if (state !== 'fresh' && canBuild) build()
else if (state === 'missing')
  fail('There is no built program in dist/ and nothing to build it with: run "npm ci" without --omit=dev, then "npm run build".')

// npm runs a script in a shell and hands its own SIGTERM to that shell alone: without this, the server stays on its port.
if (process.env.npm_lifecycle_event) endWithParent()

const [program = 'main', ...rest] = process.argv.slice(2)
process.argv.splice(2, Number.POSITIVE_INFINITY, ...rest)
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', root)))
await import(new URL(`dist/server/${program}.js`, root).href)
