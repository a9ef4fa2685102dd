import { randomBytes } from 'node:crypto'
import type { SignedInPerson } from '#server/testing/given.ts'
import type { Chain } from '../../encryption.chain.policy.ts'
import type { ListedDevice, SignedList } from '../../encryption.shapes.contract.ts'
import { browserCrypto, type DeviceKeys, type KnownDevice } from './browserCrypto.ts'
import type { Caller } from './party.ts'

/* People with signed device lists, created with the browser’s code. */

type Next = { by: readonly DeviceKeys[]; added?: readonly ListedDevice[]; revoked?: readonly string[]; merged?: string | null }

type ListCrypto = {
  makeFirstList: (first: { userId: string; generation: number; device: DeviceKeys; recovery: DeviceKeys }) => Promise<SignedList>
  makeNextList: (chain: Chain, next: Next) => Promise<SignedList>
  consentTo: (place: { userId: string; root: string; previous: string }, device: DeviceKeys) => Promise<string>
  listedDevice: (device: DeviceKeys, kind: ListedDevice['kind'], consent: string | null) => ListedDevice
  verifyChain: (lists: readonly SignedList[], before?: Chain) => Promise<Chain>
}

const address = new URL('../../web/crypto/deviceList.ts', import.meta.url).href
const { consentTo, listedDevice, ...lists } = (await import(address)) as ListCrypto
export const { makeFirstList, makeNextList, verifyChain } = lists

export const newDevice = (): Promise<DeviceKeys> => browserCrypto.makeDevice({ extractable: false })

export const sealedKeys = (): string => randomBytes(60).toString('base64')

/** A person whose chain is on the server, with the keys of the two devices that started it. */
export type Listed<P extends Caller = SignedInPerson> = {
  person: P
  device: DeviceKeys
  recovery: DeviceKeys
  known: KnownDevice
  knownRecovery: KnownDevice
  lists: SignedList[]
  chain: Chain
}

export const register = <P extends Caller>(person: P, { publicKeyPem, signingKeyPem }: DeviceKeys, consent?: object) =>
  person.put('/user/encryption/public-key', { publicKeyPem, signingKeyPem, deviceName: 'Chrome', consent })

export const saveLists = <P extends Caller>(person: P, lists: readonly SignedList[], more: object = {}) =>
  person.put('/user/encryption/lists', { lists, ...more })

const assertStatus = (answer: { status: number; body: unknown }): void => {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Registers a browser, and starts the person’s chain with it and a recovery device. */
export const givenListed = async <P extends Caller>(person: P, generation = 0): Promise<Listed<P>> => {
  const [device, recovery] = await Promise.all([newDevice(), newDevice()])
  assertStatus(await register(person, device))
  const first = await makeFirstList({ userId: person._id, generation, device, recovery })
  assertStatus(await saveLists(person, [first], { recovery: { deviceId: recovery.deviceId, sealedKeys: sealedKeys() } }))
  const [known, knownRecovery] = await Promise.all([device, recovery].map(browserCrypto.publicDeviceOf))
  if (!known || !knownRecovery) throw new Error('A device has no keys')
  return { person, device, recovery, known, knownRecovery, lists: [first], chain: await verifyChain([first]) }
}

/** Returns a device as the next list adds it, with its consent. */
export const consenting = async ({ userId, root, head }: Chain, device: DeviceKeys, kind: ListedDevice['kind'] = 'browser') =>
  listedDevice(device, kind, await consentTo({ userId, root, previous: head }, device))

/** Returns the consent of a pending device, as it is registered. */
export const consentOf = async ({ userId, generation, root, head }: Chain, device: DeviceKeys) => ({
  generation,
  previous: head,
  signature: await consentTo({ userId, root, previous: head }, device),
})

/** Returns the same person after another list, which is not sent. */
export const withNext = async <P extends Caller>(listed: Listed<P>, next: Partial<Next>): Promise<Listed<P>> => {
  const list = await makeNextList(listed.chain, { by: [listed.device], ...next })
  return { ...listed, lists: [...listed.lists, list], chain: await verifyChain([list], listed.chain) }
}

/** Does the same, and sends the list as the person. */
export const append = async <P extends Caller>(listed: Listed<P>, next: Partial<Next>): Promise<Listed<P>> => {
  const after = await withNext(listed, next)
  assertStatus(await saveLists(listed.person, after.lists.slice(-1)))
  return after
}

/** Adds a new browser to a chain; also returns its keys. */
export const withBrowser = async <P extends Caller>(listed: Listed<P>): Promise<{ after: Listed<P>; added: DeviceKeys }> => {
  const added = await newDevice()
  return { added, after: await append(listed, { added: [await consenting(listed.chain, added)] }) }
}
