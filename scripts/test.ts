/**
 * `npm test`: everything that needs no service: the tests on SQLite in memory, then the journeys in the browser. With words after
 * it (`npm test -- documents`), only the test files whose path has one of them.
 */
import { close, playwright, vitest } from './tally.ts'

const words = process.argv.slice(2)
const onSqlite = { TEST_DATABASE: 'sqlite' }
close(...(words.length > 0 ? [await vitest(words, onSqlite)] : [await vitest([], onSqlite), await playwright([])]))
