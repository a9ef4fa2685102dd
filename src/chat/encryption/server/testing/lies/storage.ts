/* The data of a browser in a form that can be copied: every lie starts with the same browser. */

/** The copied stores of a browser; `EncryptionStorage` has their types. */
type Stores = {
  device: () => Promise<object | undefined>
  addDevice: (device: object) => Promise<unknown>
  own: () => Promise<object>
  updateOwn: (change: () => object) => Promise<unknown>
  conversations: () => Promise<ReadonlyMap<string, object>>
  updateConversation: (id: string, change: () => object) => Promise<unknown>
  people: () => Promise<ReadonlyMap<string, object>>
  updatePerson: (userId: string, change: () => object) => Promise<unknown>
  expected: () => Promise<ReadonlyMap<string, object>>
  expect: (expected: ReadonlyMap<string, object>) => Promise<void>
  allPins: () => Promise<ReadonlyMap<string, object>>
  addPins: (userId: string, pins: object) => Promise<void>
  seen: (conversation: string) => Promise<ReadonlyMap<string, object>>
  saveSeen: (conversation: string, entries: ReadonlyMap<string, object>) => Promise<void>
}

const file = new URL('../../../web/client/storage.ts', import.meta.url)
const { memoryStorage } = (await import(file.href)) as { memoryStorage: () => object }

export type CopiedStorage = { storage: object; copy: () => Promise<CopiedStorage> }

const copyAll = async (from: Stores, to: Stores): Promise<void> => {
  const [device, own] = [await from.device(), await from.own()]
  if (device) await to.addDevice(device)
  await to.updateOwn(() => own)
  for (const [id, one] of await from.conversations()) await to.updateConversation(id, () => one)
  for (const [userId, one] of await from.people()) await to.updatePerson(userId, () => one)
  await to.expect(await from.expected())
  for (const [userId, pins] of await from.allPins()) await to.addPins(userId, pins)
  for (const id of (await from.conversations()).keys()) await to.saveSeen(id, await from.seen(id))
}

/** Returns the same data in a storage of its own, in memory. */
export const copyOfStorage = async (storage: object): Promise<object> => {
  const copy = memoryStorage()
  await copyAll(storage as Stores, copy as Stores)
  return copy
}

/** Returns a storage of the kind that `make` creates. Closing the page does not empty it. */
export const copyable = (make: () => object): CopiedStorage => {
  const storage = { ...make(), close: () => {} }
  const copy = async (): Promise<CopiedStorage> => {
    const other = copyable(make)
    await copyAll(storage as unknown as Stores, other.storage as Stores)
    return other
  }
  return { storage, copy }
}
