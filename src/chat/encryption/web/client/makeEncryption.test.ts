import { expect, test } from 'vitest'
import { makeEncryption } from './makeEncryption.ts'
import { memoryStorage, nothingRemembered } from './storage.ts'

const never = () => new Promise<never>(() => {})

/** Lets all pending microtasks and macrotasks run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A freshly reopened browser without a network; its database opens later. */
const givenReload = async () => {
  const storage = memoryStorage()
  const opening = Promise.withResolvers<typeof storage>()
  const encryption = makeEncryption({
    call: never as never,
    openStorage: () => opening.promise,
    me: { _id: 'asha' },
    deviceName: () => 'Chrome on Windows',
    after: () => () => {},
    persist: async () => true,
    now: () => new Date(),
  })
  return { storage, encryption, open: () => opening.resolve(storage) }
}

test('answers questions asked before the database is open from the database, without the network', async () => {
  const { storage, encryption, open } = await givenReload()
  await storage.updateConversation('pair', () => ({ ...nothingRemembered, highestVersion: 1, encryptedFrom: 1 }))
  const asked = Promise.all([encryption.isEncrypted('pair'), encryption.isEncrypted('group')])
  await settled()
  open()
  expect(await asked).toEqual([true, false])
})

test('stores facts recorded before the database is open', async () => {
  const { storage, encryption, open } = await givenReload()
  const noting = encryption.noteEncrypted('pair')
  await settled()
  open()
  await noting
  expect(await storage.conversation('pair')).toBeDefined()
})
