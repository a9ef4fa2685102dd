import { afterAll, afterEach, vi } from 'vitest'
import { cleanUpAfter } from './afterwards.ts'

/** The next test, which may be in another file of this process, starts from scratch. */
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await cleanUpAfter('test')
})

afterAll(() => cleanUpAfter('file'))
