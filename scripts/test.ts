/**
 * `npm test`: everything that needs no service: the tests on SQLite in memory, and the journeys in the browser. Both run at once,
 * because journeys leave a third of the processor idle, and are printed one after the other. With words after it
 * (`npm test -- documents`), only the test files whose path has one of them.
 */
import { close, playwright, vitest } from './tally.ts'

const words = process.argv.slice(2)
const tests = vitest(words, { TEST_DATABASE: 'sqlite' })
close(...(await Promise.all(words.length > 0 ? [tests] : [tests, playwright([], tests)])))
