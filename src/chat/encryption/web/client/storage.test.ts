import { expect, test } from 'vitest'
import { toRemembered } from './storage.ts'

const before = { highestVersion: 3, encryptedFrom: 12, revisions: { message: 2 } }

test('a conversation of version 1 that was verified asks before it sends', () => {
  expect(toRemembered({ ...before, verifiedNumber: '0123' })).toMatchObject({ ...before, wasVerified: true, isSigned: false })
})

test('a conversation of version 1 that was not verified asks nothing', () => {
  expect(toRemembered({ ...before, verifiedNumber: null })).toMatchObject({ ...before, wasVerified: false })
})
