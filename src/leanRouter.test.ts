import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutPrefetching, withoutUnused } from '../scripts/leanRouter.ts'

test('links of React Router render nothing to prefetch, and a version with other code is refused', () => {
  const main = createRequire(import.meta.url).resolve('react-router')
  const installed = readFileSync(join(dirname(main), '../production/lib/dom/ssr/components.js'), 'utf8')
  expect(withoutPrefetching(installed)).toContain('const PrefetchPageLinks = () => null')
  expect(() => withoutPrefetching('export const other = 1')).toThrow('scripts/leanRouter.ts')
})

test('components and contexts of React Router can be dropped where nothing uses them', () => {
  const code = `const Form = React$1.forwardRef((props, ref) => null);
Form.displayName = "Form";
const Data = React$1.createContext(null);
Data.displayName = "Data";`
  expect(withoutUnused(code)).toBe(`const Form = /* @__PURE__ */ React$1.forwardRef((props, ref) => null);

const Data = /* @__PURE__ */ React$1.createContext(null);
`)
  const main = createRequire(import.meta.url).resolve('react-router')
  const installed = readFileSync(join(dirname(main), '../production/lib/dom/lib.js'), 'utf8')
  expect(withoutUnused(installed)).toContain('const Form = /* @__PURE__ */ React')
})
