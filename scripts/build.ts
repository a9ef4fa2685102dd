/**
 * Builds the client into `dist/client`, the server into `dist/server`, and what the server renders into `dist/drawn`. The stamp is
 * written last, so that an incomplete build never passes for a complete one.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { stampFile } from './freshness.mjs'
import { sourceOf } from './source.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

rmSync(stampFile, { force: true })
// budgets.ts checks the sizes that matter.
const quiet = { logLevel: 'warn', build: { chunkSizeWarningLimit: 10_000 } } as const
await build({ ...quiet, configFile: 'vite.config.ts' })
await build({ ...quiet, configFile: 'vite.server.config.ts' })
// After the client, whose scripts it names.
await build({ ...quiet, configFile: 'vite.drawn.config.ts' })
mkdirSync(new URL('.', stampFile), { recursive: true })
writeFileSync(new URL('build.json', stampFile), `${JSON.stringify(sourceOf())}\n`)
// Its time says when; its content is the same in each build of the same sources.
writeFileSync(stampFile, '')
