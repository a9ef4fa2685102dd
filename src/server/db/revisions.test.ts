import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { bump, revisionOf } from './revisions.ts'
import { secret } from './secrets.ts'
import { transact } from './transact.ts'

test('a revision starts at 0 and rises with each write, each kind by itself', async () => {
  const { db } = await testDatabase()
  expect(await revisionOf(db, 'documents')).toBe(0)
  await transact(db, (tx) => bump(tx, 'documents'))
  await transact(db, async (tx) => {
    await bump(tx, 'categories')
    await bump(tx, 'documents')
  })
  expect(await revisionOf(db, 'documents')).toBe(2)
  expect(await revisionOf(db, 'categories')).toBe(1)
})

test('a write that is rolled back leaves the revision as it was', async () => {
  const { db } = await testDatabase()
  const failing = transact(db, async (tx) => {
    await bump(tx, 'documents')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await revisionOf(db, 'documents')).toBe(0)
})

test('forty writes at once raise it by forty', async () => {
  const { db } = await testDatabase()
  await Promise.all(Array.from({ length: 40 }, () => transact(db, (tx) => bump(tx, 'documents'))))
  expect(await revisionOf(db, 'documents')).toBe(40)
})

test('a key is made once, of 256 bits, and each name has its own', async () => {
  const { db } = await testDatabase()
  const asked = await Promise.all(Array.from({ length: 8 }, () => secret(db, 'file-links')))
  expect(asked[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(asked).size).toBe(1)
  expect(await secret(db, 'file-links')).toBe(asked[0])
  expect(await secret(db, 'cursors')).not.toBe(asked[0])
  const other = await testDatabase()
  expect(await secret(other.db, 'file-links')).not.toBe(asked[0])
})
