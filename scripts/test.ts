/**
 * `npm test`: everything that needs no service: the tests on SQLite in memory, and the journeys in the browser. With words after
 * it (`npm test -- documents`), only the test files whose path has one of them.
 */
import { close, playwright, vitest } from './tally.ts'

const words = process.argv.slice(2)
const onSqlite = { TEST_DATABASE: 'sqlite' }

// Both wait a quarter of their time, for sockets, programs and pictures: together they need less than one after the other.
close(...(words.length > 0 ? [await vitest(words, onSqlite)] : await Promise.all([vitest([], onSqlite), playwright()])))
