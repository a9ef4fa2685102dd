import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { beginTest, cleanUpAfter } from './afterwards.ts'

beforeEach(beginTest)

/** The next test, which may be in another file of this process, starts from scratch. */
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await cleanUpAfter('test')
})

afterAll(() => cleanUpAfter('file'))
