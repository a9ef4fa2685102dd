/**
 * `npm run check:budgets`: checks the lines of files and functions, what a browser must load, and what an installation takes against
 * the agreed budgets.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { buildState } from './freshness.mjs'
import type { Lockfile } from './lockfile.ts'
import { entryBudget, pageBudgets } from './pageBudgets.ts'
import { sizeAllowances } from './sizeAllowances.ts'
import { sizeFaults } from './sizes.ts'

const KB = 1_000
const budgets = {
  /** Brotli bytes of JavaScript until the sign-in page can be used. */
  beforeSignIn: 116.5 * KB,
  /** Brotli bytes of JavaScript until the landing page can be used; its content is there before. */
  beforeLanding: 112.5 * KB,
  /** Brotli bytes of JavaScript that one page adds to those of the sign-in and the shell. */
  route: 60 * KB,
  /** Packages of `npm ci --omit=dev`, without the variants for other platforms. */
  packages: 170,
  /**
   * Their bytes on disk, without the Node runtime; more than half are the picture library, PDFium, and what draws receipts with its
   * fonts.
   */
  installed: 115 * 1_000 * KB,
}

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

const root = new URL('../', import.meta.url)
const json = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as T

/** Returns a chunk and all chunks that it imports. */
const closure = (manifest: Manifest, key: string, found = new Set<string>()): Set<string> => {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key]?.imports ?? []) closure(manifest, next, found)
  return found
}

const weights = new Map<string, number>()
/** Returns the bytes of a script as sent. Most pages share chunks, and compressing takes long. */
const weightOf = (file: string): number => {
  const known = weights.get(file) ?? brotliCompressSync(readFileSync(new URL(`dist/client/${file}`, root))).length
  weights.set(file, known)
  return known
}

const weight = (manifest: Manifest, keys: Iterable<string>): number =>
  [...new Set([...keys].map((key) => manifest[key]?.file ?? ''))]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + weightOf(file), 0)

/** Returns what is loaded with these chunks. Their names are cut at eight letters, and a name that no chunk has throws. */
const loadedWith = (manifest: Manifest, chunks: readonly RegExp[], already: Iterable<string> = []): Set<string> => {
  const found = new Set(already)
  for (const chunk of chunks) {
    const keys = Object.keys(manifest).filter((key) => chunk.test(key))
    if (keys.length === 0) throw new Error(`No chunk of the client build matches ${chunk}.`)
    for (const key of keys) closure(manifest, key, found)
  }
  return found
}

const folderSize = (folder: URL): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = new URL(encodeURIComponent(entry.name) + (entry.isDirectory() ? '/' : ''), folder)
    // A nested node_modules has packages of its own, which are counted separately.
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + folderSize(path)
    return entry.isFile() ? sum + statSync(path).size : sum
  }, 0)

const installedPackages = (): URL[] =>
  Object.entries(json<Lockfile>('package-lock.json').packages)
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional && !/\/node-(linux|win)-/.test(path))
    .map(([path]) => new URL(`${path}/`, root))
    .filter((folder) => existsSync(folder))

/** What the page list gives to Chat, and Chat waits for; encryption itself comes after the list of conversations. */
const encryption = /comingEncryption\.ts$/

type Line = { what: string; is: number; may: number }

/** The pages of students: what is loaded before each can be used, with the start of the program and the frame around the page. */
const studentLines = (manifest: Manifest): Line[] => {
  const entry = loadedWith(manifest, [/^index\.html$/])
  const frame = loadedWith(manifest, [/^_frame-/], entry)
  return [
    { what: 'JavaScript of every page', is: weight(manifest, entry), may: entryBudget },
    ...Object.entries(pageBudgets).map(([path, { file, script }]) => {
      const withPage = loadedWith(manifest, [new RegExp(`/${file}$`), ...(path === '/chat' ? [encryption] : [])], frame)
      return { what: `JavaScript before ${path}`, is: weight(manifest, withPage), may: script }
    }),
  ]
}

const clientLines = (): Line[] => {
  const manifest = json<Manifest>('dist/client/.vite/manifest.json')
  const signIn = loadedWith(manifest, [/^index\.html$/, /^_sign-in-/])
  const landing = loadedWith(manifest, [/^index\.html$/, /LandingPage\.tsx$/])
  const shell = loadedWith(manifest, [/^_frame-/, /^_overlays-/], signIn)
  const pages = Object.keys(manifest).filter((key) => /^\.\.\/.*Page\.tsx$/.test(key))
  const added = (page: string): string[] => [...closure(manifest, page)].filter((key) => !shell.has(key))
  return [
    { what: 'JavaScript before sign-in', is: weight(manifest, signIn), may: budgets.beforeSignIn },
    { what: 'JavaScript before landing', is: weight(manifest, landing), may: budgets.beforeLanding },
    ...studentLines(manifest),
    ...pages.map((page) => ({
      what: `page ${page.replace(/^.*\//, '')}`,
      is: weight(manifest, added(page)),
      may: budgets.route,
    })),
  ]
}

const dependencyLines = (): Line[] => {
  const folders = installedPackages()
  const size = folders.reduce((sum, folder) => sum + folderSize(folder), 0)
  return [
    { what: 'packages of an installation', is: folders.length, may: budgets.packages },
    { what: 'bytes of an installation', is: size, may: budgets.installed },
  ]
}

const sourceFaults = (): string[] => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  return sizeFaults(Object.fromEntries(files.map((file) => [file, readFileSync(new URL(file, root), 'utf8')])), sizeAllowances)
}

const faults = sourceFaults()
for (const fault of faults) console.log(`OVER  ${fault}: divide it, or edit scripts/sizeAllowances.ts`)

if (buildState() !== 'fresh') spawnSync(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url))], { stdio: 'inherit' })

const lines = [...clientLines(), ...dependencyLines()]
for (const { what, is, may } of lines)
  console.log(`${is > may ? 'OVER' : 'ok  '}  ${what.padEnd(36)} ${is.toLocaleString('en')} of ${may.toLocaleString('en')}`)
process.exitCode = faults.length > 0 || lines.some(({ is, may }) => is > may) ? 1 : 0
