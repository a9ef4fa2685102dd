import { existsSync, readFileSync } from 'node:fs'

// Unbuilt two folders below the package; bundled there too, or in a part of the program, which is one deeper.
const file = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))

/** The version of the program. */
export const version: string = file ? JSON.parse(readFileSync(file, 'utf8')).version : 'unknown'
