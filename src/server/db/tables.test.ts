import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import type { Tables } from './tables.ts'

/** One whole row of each table, as the types have it. */
const typedRows: { [T in keyof Tables]: Tables[T] } = {
  users: {
    id: 'u',
    name: 'Asha',
    nameFolded: 'asha',
    email: 'a@x.in',
    emailFolded: 'a@x.in',
    role: 'student',
    passwordHash: 'hash',
    phone: '1',
    dob: '2000-02-29',
    dateJoined: '2026-11-21',
    terminationDate: '2027-11-21',
    slot: 'morning',
    seatNumber: 3,
    createdAt: 'then',
    deletedAt: null,
  },
  seats: { seatNumber: 3, half: 'morning', userId: 'u' },
  sessions: { id: 's', userId: 'u', tokenHash: 't', device: 'Firefox', createdAt: 'then', lastUsedAt: 'then', expiresAt: 'later' },
  oneTimeKeys: { keyHash: 'k', purpose: 'reset', userId: 'u', createdAt: 'then', expiresAt: 'later' },
  audit: { id: 'a', at: 'then', actorId: 'u', actorName: 'Asha', action: 'users.create', targetId: 'u', before: null, after: '{}' },
  secrets: { name: 'n', value: 'v', createdAt: 'then' },
  revisions: { name: 'documents', value: 3_000_000_000 },
  files: { sha256: 'sha', size: 5_000_000_000, mediaType: 'application/pdf', createdAt: 'then' },
  categories: { id: 'c', name: 'Law', nameFolded: 'law', parentId: null, level: 0, createdAt: 'then' },
  documents: {
    id: 'd',
    title: 'Book',
    titleFolded: 'book',
    categoryId: 'c',
    fileSha256: 'sha',
    fileName: 'book.pdf',
    uploadedBy: 'u',
    createdAt: 'then',
    deletedAt: null,
    deletedBy: null,
  },
  favorites: { userId: 'u', documentId: 'd', createdAt: 'then' },
}

test('the tables are those of tables.ts, and hold a whole row of each', async () => {
  const { db } = await testDatabase()
  const named = Object.keys(typedRows) as (keyof Tables)[]
  for (const table of named) await db.insertInto(table).values(typedRows[table]).execute()
  for (const table of named) expect(await db.selectFrom(table).selectAll().execute()).toEqual([typedRows[table]])
  const inDatabase = (await db.introspection.getTables()).map((table) => table.name)
  expect(inDatabase).toHaveLength(named.length + ['migrations'].length)
})
