import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Limit = readonly [name: string, limit: number]

/** Returns the limits that a file exports: `noticeLimits.title` of `noticeLimits`, `listMax` of the platform's `limits`. */
const limitsIn = async (file: string): Promise<Limit[]> =>
  Object.entries((await import(pathToFileURL(resolve(file)).href)) as Record<string, Record<string, number>>)
    .filter(([exported]) => exported === 'limits' || exported.endsWith('Limits'))
    .flatMap(([exported, values]) => Object.entries(values).map(([name, limit]): Limit => [`${exported}.${name}`, limit]))

/** Collects the limits that the platform and every feature declare. */
export const collectLimits = async (): Promise<Limit[]> =>
  (await Promise.all(['src/contract/limits.ts', ...globSync('src/*/*/*.{contract,limits}.ts')].map(limitsIn))).flat()

/** Replaces each read of a limit by its number. */
export const inlined = (code: string, limits: ReadonlyMap<string, number>): string =>
  code.replace(/\b(?:l|\w+L)imits\.\w+/g, (read) => (limits.has(read) ? `(${limits.get(read)})` : read))

/** Writes limits as numbers where the browser reads them, so that no page loads whole tables of them. */
export const inlineLimits = (): Plugin => {
  let limits: ReadonlyMap<string, number> = new Map()
  return {
    name: 'carrel:inline-limits',
    apply: 'build',
    enforce: 'pre',
    buildStart: async () => {
      limits = new Map(await collectLimits())
    },
    transform: (code, id) => (/\/src\/.*\.tsx?$/.test(id) ? inlined(code, limits) : undefined),
  }
}
