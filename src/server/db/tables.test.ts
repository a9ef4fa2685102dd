import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import type { Tables } from './tables.ts'

type Emptiest<Row> = { [Column in keyof Row]: null extends Row[Column] ? null : Row[Column] }

/** A row of each table that is as empty as the types allow. */
const emptiestRows: { [T in keyof Tables]: Emptiest<Tables[T]> } = {
  users: {
    id: 'u',
    name: 'Asha',
    nameFolded: 'asha',
    email: null,
    emailFolded: null,
    role: 'student',
    passwordHash: 'hash',
    phone: null,
    dob: null,
    dateJoined: null,
    terminationDate: null,
    slot: null,
    seatNumber: null,
    pictureSha256: null,
    createdAt: 'then',
    deletedAt: null,
  },
  seats: { seatNumber: 3, half: 'morning', userId: 'u' },
  sessions: { id: 's', userId: 'u', tokenHash: 't', device: 'Firefox', createdAt: 'then', lastUsedAt: 'then', expiresAt: 'later' },
  signInAddresses: { userId: 'u', address: '192.0.2.1', lastAt: 'then' },
  oneTimeKeys: { keyHash: 'k', purpose: 'setup', userId: null, createdAt: 'then', expiresAt: 'later' },
  audit: { id: 'a', at: 'then', actorId: null, actorName: 'Asha', action: 'users.create', targetId: null, before: null, after: null },
  secrets: { name: 'n', value: 'v', createdAt: 'then' },
  revisions: { name: 'documents', value: 3_000_000_000 },
  locks: { name: 'users' },
  files: { sha256: 'sha', size: 5_000_000_000, mediaType: 'application/pdf', createdAt: 'then' },
  categories: { id: 'c', name: 'Law', nameFolded: 'law', parentId: null, level: 0, imageSha256: null, createdAt: 'then' },
  documents: {
    id: 'd',
    title: 'Book',
    titleFolded: 'book',
    categoryId: null,
    fileSha256: 'sha',
    fileName: 'book.pdf',
    uploadedBy: 'u',
    createdAt: 'then',
    deletedAt: null,
    deletedBy: null,
  },
  // The database writes it by itself, of the document.
  documentCounts: { categoryId: '', count: 1 },
  favorites: { userId: 'u', documentId: 'd', createdAt: 'then' },
  extractions: { sha256: 'sha', outcome: 'failed', pages: null, coverSha256: null, at: 'then' },
  pageTexts: { sha256: 'sha', page: 1, text: 'पहला' },
  readingProgress: { userId: 'u', documentId: 'd', page: 40, updatedAt: 'then' },
  themes: { id: 't', place: 1, name: 'Dusk', nameFolded: 'dusk', colors: '{}', createdBy: 'u', createdAt: 'then' },
  customization: {
    id: 'only',
    systemName: null,
    logoSha256: null,
    logoName: null,
    showLogo: 0,
    logoSize: 40,
    activeTheme: null,
    landing: null,
    hall: null,
    documents: null,
  },
  notices: {
    id: 'n',
    title: 'Closed',
    content: 'On Sunday',
    type: 'tab',
    targetAllUsers: 0,
    priority: 0,
    publishAt: null,
    expiresAt: null,
    isActive: 1,
    attachmentSha256: null,
    attachmentName: null,
    createdBy: 'u',
    createdAt: 'then',
    updatedAt: 'then',
  },
  noticeTargets: { noticeId: 'n', userId: 'u' },
  noticeReads: { noticeId: 'n', userId: 'u', readAt: 'then' },
  announcements: {
    id: 'a',
    title: 'Closed',
    content: 'On Sunday',
    priority: 10,
    expiresAt: null,
    isActive: 1,
    createdBy: 'u',
    createdAt: 'then',
    updatedAt: 'then',
  },
  galleryImages: {
    id: 'g',
    title: 'Hall',
    description: '',
    position: 0,
    isActive: 1,
    largeSha256: 'sha',
    mediumSha256: 'sha',
    smallSha256: 'sha',
    width: 800,
    height: 400,
    placeholder: 'data:',
    uploadedBy: 'u',
    createdAt: 'then',
  },
  thoughts: { id: 't', thought: 'Read', author: '', position: 1, isActive: 1, createdAt: 'then' },
}

test('the tables are those of tables.ts: the same columns, and the same ones may be empty', async () => {
  const { db } = await testDatabase()
  const named = Object.keys(emptiestRows) as (keyof Tables)[]
  for (const table of named.filter((one) => one !== 'documentCounts')) await db.insertInto(table).values(emptiestRows[table]).execute()
  for (const table of named) expect(await db.selectFrom(table).selectAll().execute()).toEqual([emptiestRows[table]])

  const rows: object[] = named.map((table) => emptiestRows[table])
  const mayBeEmpty = rows.flatMap((row) => Object.values(row)).filter((value) => value === null)
  const inDatabase = (await db.introspection.getTables()).filter(({ name }) => name !== 'migrations' && !name.startsWith('search_'))
  expect(inDatabase).toHaveLength(named.length)
  expect(inDatabase.flatMap((table) => table.columns).filter((column) => column.isNullable)).toHaveLength(mayBeEmpty.length)
})
