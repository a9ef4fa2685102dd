import { expect, test } from 'vitest'
import { snippetOf } from './snippetOf.ts'

test('shows a short text completely, and the part of a long one that contains the word', () => {
  expect(snippetOf('Closed on Monday', 'monday')).toBe('Closed on Monday')
  expect(snippetOf(`${'a '.repeat(200)}Monday ${'b '.repeat(200)}`, 'monday')).toMatch(/^….*Monday.*…$/)
  expect(snippetOf(`${'a '.repeat(200)}on Monday`, '"on monday"')).toContain('on Monday')
  expect(snippetOf('Nothing of it', 'xyz').length).toBeLessThan(200)
})
