/** Builds the client into `dist/client` and the server into `dist/server`; the stamp is written last, so that half a build is never taken for a whole one. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { stampFile } from './freshness.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

rmSync(stampFile, { force: true })
await build({ configFile: 'vite.config.ts', logLevel: 'warn' })
await build({ configFile: 'vite.server.config.ts', logLevel: 'warn' })
mkdirSync(new URL('.', stampFile), { recursive: true })
writeFileSync(stampFile, `${new Date().toISOString()}\n`)
