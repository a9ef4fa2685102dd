import { existsSync, readFileSync } from 'node:fs'

// Unbuilt, two folders below the package; bundled the same, or one deeper in a chunk of the program.
const file = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))

/** The version of the program. */
export const version: string = file ? JSON.parse(readFileSync(file, 'utf8')).version : 'unknown'
