/*
 * `npm start`: builds what is missing or older than its sources, then becomes the server. With a name after it, one of the server's
 * other programs runs instead: `start.mjs admin reset someone@example.org`. This is plain JavaScript because it stays in the
 * server's process, where a TypeScript loader would take 14 MB.
 */
import './lowMemory.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { endWithParent } from './endWithParent.mjs'
import { buildState } from './freshness.mjs'

const root = new URL('../', import.meta.url)
const canBuild = existsSync(new URL('node_modules/vite/package.json', root)) && existsSync(new URL('src/server/main.ts', root))

/** @type {(sentence: string) => never} */
const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

/** In a separate process, so that what building needs does not stay in the server's memory. */
const build = () => {
  console.log('Building. This takes a few seconds and only happens after a change.')
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url))], { stdio: 'inherit' })
  if (status !== 0) fail('The build failed, so the server was not started.')
}

const state = buildState()
if (state !== 'fresh' && canBuild) build()
else if (state === 'missing')
  fail('There is no build in dist/ and the build tools are not installed: run "npm ci" without --omit=dev, then "npm run build".')

// npm runs a script in a shell and sends its own SIGTERM only to that shell: without this, the server would stay on its port.
if (process.env.npm_lifecycle_event) endWithParent()

const [program = 'main', ...rest] = process.argv.slice(2)
process.argv.splice(2, Number.POSITIVE_INFINITY, ...rest)
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', root)))
await import(new URL(`dist/server/${program}.js`, root).href)
