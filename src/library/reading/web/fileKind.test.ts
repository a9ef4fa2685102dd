import { expect, test } from 'vitest'
import { officeFormatOf } from '../reading.policy.ts'
import { kindOf } from './fileKind.ts'

test.each([
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'picture'],
  ['image/bmp', 'picture'],
  ['text/plain', 'text'],
  ['text/markdown', 'text'],
  ['text/csv', 'table'],
  ['application/msword', 'office'],
])('%s is shown as %s', (fileType, kind) => {
  expect(kindOf(fileType)).toBe(kind)
})

test.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/xml', '', 'constructor', 'toString'])(
  'never passes %s to the browser',
  (fileType) => {
    expect(kindOf(fileType)).toBe('other')
    expect(officeFormatOf(fileType)).toBeUndefined()
  },
)
