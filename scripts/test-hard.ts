/**
 * `npm run test:hard`: runs the test files that try all cases, of which an ordinary run tries some, such as every lie of a server
 * and every earlier version of the database. With words after it, only files whose path has one of them.
 */
import { globSync, readFileSync } from 'node:fs'
import { close, vitest } from './tally.ts'

const words = process.argv.slice(2)
const isChosen = (file: string): boolean => words.length === 0 || words.some((word) => file.includes(word))
const files = globSync('src/**/*.test.{ts,tsx}').filter((file) => isChosen(file) && readFileSync(file, 'utf8').includes('/hard.ts'))

close(await vitest(files, { TEST_DATABASE: 'sqlite', TEST_HARD: 'on' }))
