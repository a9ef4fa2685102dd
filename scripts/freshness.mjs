import { existsSync, readdirSync, statSync } from 'node:fs'

const root = new URL('../', import.meta.url)
export const stampFile = new URL('dist/built', root)

const sources = ['src/', 'scripts/', 'package-lock.json', 'vite.config.ts', 'vite.server.config.ts', 'vite.drawn.config.ts']

/**
 * The last change, in milliseconds, of a file or of anything in a folder, a removal included; 0 where it is missing.
 * @type {(path: URL) => number}
 */
const lastChange = (path) => {
  if (!existsSync(path)) return 0
  const own = statSync(path).mtimeMs
  if (!path.pathname.endsWith('/')) return own
  const inside = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => lastChange(new URL(encodeURIComponent(entry.name) + (entry.isDirectory() ? '/' : ''), path)))
  return Math.max(own, ...inside)
}

/**
 * When a source last changed, in milliseconds.
 * @type {() => number}
 */
export const lastSourceChange = () => Math.max(...sources.map((source) => lastChange(new URL(source, root))))

/**
 * The state of the built program compared with the sources beside it; without sources, as in the lean image, it is fresh. @type {()
 * => 'fresh' | 'stale' | 'missing'}
 */
export const buildState = () => {
  if (!existsSync(stampFile)) return 'missing'
  const built = statSync(stampFile).mtimeMs
  return lastSourceChange() > built ? 'stale' : 'fresh'
}
