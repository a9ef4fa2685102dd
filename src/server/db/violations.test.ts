import { expect, test } from 'vitest'
import { isDiskFull, isForeignKeyViolation, isUnavailable, isUniqueViolation } from './violations.ts'

const violationsOf = (error: unknown) => [isUniqueViolation(error), isForeignKeyViolation(error), isDiskFull(error)]

test('recognizes a wrapped error, and nothing else', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  expect(violationsOf(new Error('taken back', { cause: full }))).toEqual([false, false, true])
  expect(violationsOf(Object.assign(new Error('could not extend file'), { code: '53100' }))).toEqual([false, false, true])
  for (const other of [undefined, null, '23505', new Error('23505'), { code: '23505' }])
    expect(violationsOf(other)).toEqual([false, false, false])
})

test('distinguishes a database that is away or busy from one that refuses', () => {
  const coded = (code: string, errcode?: number) => Object.assign(new Error('…'), { code, errcode })
  const away = [
    ...['08006', '57P01', '57P03', '57014', '55P03', '53300', '55000', '25P03', '40P01'].map((code) => coded(code)),
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].map((code) => coded(code)),
    ...[5, 261, 517, 773].map((errcode) => coded('ERR_SQLITE_ERROR', errcode)),
    new Error('Connection terminated unexpectedly'),
    new Error('taken back', { cause: new Error('timeout exceeded when trying to connect') }),
  ]
  for (const error of away) expect([error.message, isUnavailable(error)]).toEqual([error.message, true])
  const others = [undefined, 'ECONNRESET', new Error('unexpected'), coded('23505'), coded('42P01'), coded('ENOENT'), coded('ENOSPC')]
  for (const error of [...others, coded('ERR_SQLITE_ERROR', 13), coded('ERR_SQLITE_ERROR', 1)]) expect(isUnavailable(error)).toBe(false)
})
