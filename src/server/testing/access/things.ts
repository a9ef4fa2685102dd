import { Readable } from 'node:stream'
import type { Db } from '#server/db/tables.ts'
import { storeWithRow } from '#server/files/storeWithRow.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { givenAccount } from '#server/testing/people.ts'
import type { Prepare, World } from './table.ts'

let made = 0
/** Different at every call, since names and email addresses must be unique. */
export const unique = (name: string): string => `${name}-${++made}`

export const newEmail = async ({ app }: World) => (await givenAccount(app, { email: `${unique('known')}@example.org` })).email

export const newCategory = async ({ admin }: World) => (await givenCategory(admin, unique('Category')))._id
export const category: Prepare = async (world) => ({ id: await newCategory(world) })
export const newDeletedCategory = async (world: World) => {
  const id = await newCategory(world)
  await world.admin.del(`/category/${id}`)
  return id
}
export const deletedCategory: Prepare = async (world) => ({ id: await newDeletedCategory(world) })

export const newDocument = async ({ admin, category }: World) => (await givenDocument(admin, unique('Book'), category))._id
export const document: Prepare = async (world) => ({ id: await newDocument(world) })
export const deletedDocument: Prepare = async (world) => {
  const id = await newDocument(world)
  await world.admin.del(`/document/${id}`)
  return { id }
}

/** Stores a content for `of` as if it were a picture, with the row that names it, and returns its hash. */
export const storePicture = async ({ app }: World, of: string, writeRow: (tx: Db, sha256: string) => Promise<unknown>) => {
  const bytes = Buffer.from(`a picture of ${of}`)
  const file = await app.storage.receive(Readable.from([bytes]), { fileName: 'picture', maxBytes: bytes.length })
  await storeWithRow(app.platform, file, 'image/webp', (tx) => writeRow(tx, file.sha256))
  return file.sha256
}
