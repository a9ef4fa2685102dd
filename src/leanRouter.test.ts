import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutPrefetching } from '../scripts/leanRouter.ts'

test('links of React Router render nothing to prefetch, and a version with other code is refused', () => {
  const main = createRequire(import.meta.url).resolve('react-router')
  const installed = readFileSync(join(dirname(main), '../production/lib/dom/ssr/components.js'), 'utf8')
  expect(withoutPrefetching(installed)).toContain('const PrefetchPageLinks = () => null')
  expect(() => withoutPrefetching('export const other = 1')).toThrow('scripts/leanRouter.ts')
})
