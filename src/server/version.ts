import { existsSync, readFileSync } from 'node:fs'

// Unbuilt, two folders below the package; bundled the same, or one deeper in a chunk of the program.
const file = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))

// Unbuilt there is none.
const buildFile = ['../build.json', '../../build.json'].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))

/** What the program was built from; null where the build could not know. `+` after a commit stands for changes that it does not have. */
export type Build = { commit: string | null; committedAt: string | null }

const build: Build = buildFile ? JSON.parse(readFileSync(buildFile, 'utf8')) : { commit: null, committedAt: null }

export const buildOf = (): Build => build

/** The version of the program. */
export const version: string = file ? JSON.parse(readFileSync(file, 'utf8')).version : 'unknown'

const numbersOf = (given: string): number[] => (/^\d+\.\d+\.\d+/.exec(given)?.[0] ?? '0.0.0').split('.').map(Number)

/** Compares versions by their three numbers: negative if `one` is the older. */
export const compareVersions = (one: string, other: string): number => {
  const [first, second] = [numbersOf(one), numbersOf(other)]
  return first.map((number, at) => number - (second[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}
