import { expect, test } from 'vitest'
import { toRemembered } from './storage.ts'

const before = { highestVersion: 3, encryptedFrom: 12, revisions: { message: 2 } }

test('a verified version 1 conversation asks before sending', () => {
  expect(toRemembered({ ...before, verifiedNumber: '0123' })).toMatchObject({ ...before, wasVerified: true, isSigned: false })
})

test('an unverified version 1 conversation does not ask', () => {
  expect(toRemembered({ ...before, verifiedNumber: null })).toMatchObject({ ...before, wasVerified: false })
})
