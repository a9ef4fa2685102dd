import { IDBFactory } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { fakeDirectory } from '../testing/fakeDirectory.ts'
import { deleteLeftovers } from './leftovers.ts'

const open = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })

test('books whose key is gone are deleted, and those of a session that lasts are not', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const directory = fakeDirectory()
  await open('replies-asha')
  for (const path of ['replies-asha/a/0', 'replies-binod/a/0', 'other/a/0']) directory.add(path)
  await deleteLeftovers()
  expect(directory.paths()).toEqual(['other/a/0', 'replies-asha/a/0'])
})

test('a browser without these storages has nothing to delete', async () => {
  vi.stubGlobal('indexedDB', {})
  await expect(deleteLeftovers()).resolves.toBeUndefined()
})
