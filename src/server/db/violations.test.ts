import { expect, test } from 'vitest'
import { isDiskFull, isForeignKeyViolation, isUniqueViolation } from './violations.ts'

const judged = (error: unknown) => [isUniqueViolation(error), isForeignKeyViolation(error), isDiskFull(error)]

test('an error that is wrapped is still known, and anything else is none of them', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  expect(judged(new Error('taken back', { cause: full }))).toEqual([false, false, true])
  expect(judged(Object.assign(new Error('could not extend file'), { code: '53100' }))).toEqual([false, false, true])
  for (const other of [undefined, null, '23505', new Error('23505'), { code: '23505' }])
    expect(judged(other)).toEqual([false, false, false])
})
