/**
 * npm writes into the lockfile only the platform variants of optional packages that it could resolve where it ran, and `npm ci`
 * then refuses the file elsewhere. This adds the missing ones; run it after every install that changes dependencies (`npm run
 * lockfile`).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { completed, type Lockfile, missingVariants } from './lockfile.ts'

const file = new URL('../package-lock.json', import.meta.url)
const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile
const missing = missingVariants(lockfile)
writeFileSync(file, `${JSON.stringify(completed(lockfile), null, 2)}\n`)
console.log(missing.length === 0 ? 'The lockfile is complete.' : `Added ${missing.map(({ name }) => name).join(', ')}.`)
