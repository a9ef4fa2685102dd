import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { ChainError, type ChainReason, consentBytes, listBody, listHash, type Primitives, rootOf } from './encryption.chainBytes.policy.ts'
import { type Chain, type ChainDevice, isTrustedAt, trustedNow } from './encryption.chainState.policy.ts'
import { encryptionLimits } from './encryption.limits.ts'
import { base64Of } from './encryption.lists.policy.ts'
import { type ListedDevice, SignedList } from './encryption.shapes.contract.ts'

export {
  ChainError,
  type ChainReason,
  consentBytes,
  type HashedList,
  listBody,
  listHash,
  type Primitives,
  rootOf,
} from './encryption.chainBytes.policy.ts'
export { type Chain, type ChainDevice, contains, endsFork, forkPoint, isTrustedAt, trustedNow } from './encryption.chainState.policy.ts'

/*
 * Verifies chains of signed device lists, on the server and in browsers: docs/decisions/0021-signed-device-lists.md.
 *
 * An attacker
 * - is the server, and presents its own device as another person's: each list must be signed by a device that the list
 *   before it trusts (`assertSigned`), and list 0 by the two devices whose keys are the root;
 * - claims that other devices signed a list than those that did: `listBody` names all signers, and each signature covers it;
 * - has a device that was revoked: `assertSigned` accepts only trusted devices, and `assertNext` never adds a revoked one again;
 * - adds another person's device as their own: the device itself must consent to this chain and place (`assertAgreed`);
 * - reuses lists of another person or time, or omits some: `assertNext` checks what each list names;
 * - puts a weak key into a list, or a key in a non-canonical form: `admit`.
 */

const assert = (isRight: boolean, reason: ChainReason): void => {
  if (!isRight) throw new ChainError(reason)
}

const read = (given: SignedList): SignedList => {
  const { success, data } = SignedList.safeParse(given)
  if (!success) throw new ChainError('malformed')
  return data
}

/** Converts errors of primitives, which throw for unreadable keys, to `malformed`. */
const orMalformed = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof ChainError ? cause : new ChainError('malformed', { cause })
  }
}

/** Returns the device as stored in the chain. Throws for weak keys and for an id that does not match the keys. */
const admit = async (p: Primitives, device: ListedDevice, addedAt: number): Promise<ChainDevice> => {
  const [wrapping, signing] = [p.spkiOf(device.publicKeyPem), p.spkiOf(device.signingKeyPem)]
  assert(await p.isStrong(device), 'malformed')
  const id = base64Of(await p.digest(wrapping))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  assert(id === device.deviceId, 'malformed')
  const fingerprint = base64Of(await p.digest(encodeFields('carrel/device/1', wrapping, signing)))
  return { ...device, addedAt, revokedAt: null, revokedItself: false, fingerprint }
}

const assertSigned = async (p: Primitives, signers: readonly ChainDevice[], list: SignedList): Promise<void> => {
  const body = listBody(p, list)
  for (const { deviceId, signature } of list.signatures) {
    const device = signers.find((signer) => signer.deviceId === deviceId)
    assert(device !== undefined && (await p.isSigned(device.signingKeyPem, body, signature)), 'forged')
  }
}

const assertAgreed = async (p: Primitives, { userId, root, head: previous }: Chain, { deviceId, ...device }: ListedDevice) => {
  const bytes = consentBytes({ userId, root, previous, deviceId })
  assert(device.consent !== null && (await p.isSigned(device.signingKeyPem, bytes, device.consent)), 'forged')
}

/** Returns the state after list 0. Throws ChainError. */
export const startChain = (p: Primitives, given: SignedList): Promise<Chain> =>
  orMalformed(async () => {
    const first = read(given)
    const { userId, generation, number, previous, merged, added, revoked, signatures } = first
    assert(number === 0 && previous === null && merged === null, 'notNext')
    assert(added.length === 2 && revoked.length === 0 && added.every(({ consent }) => consent === null), 'malformed')
    const root = await rootOf(p, first)
    const devices = await Promise.all(added.map((device) => admit(p, device, 0)))
    assert(signatures.length === 2, 'forged')
    await assertSigned(p, devices, first)
    const head = await listHash(p, first)
    const byId = new Map(devices.map((device) => [device.deviceId, device]))
    return { userId, generation, root, number, head, hashes: [head], devices: byId, replacedWithoutCode: [], merged: [] }
  })

const assertNext = (chain: Chain, { userId, generation, number, previous, merged, added, revoked }: SignedList): void => {
  assert(userId === chain.userId && generation === chain.generation, 'notNext')
  assert(number === chain.number + 1 && previous === chain.head, 'notNext')
  assert(added.length + revoked.length > 0 || merged !== null, 'malformed')
  assert(
    added.every(({ deviceId }) => !chain.devices.has(deviceId)),
    'malformed',
  )
  assert(
    revoked.every((deviceId) => isTrustedAt(chain, deviceId, chain.number)),
    'malformed',
  )
}

/** Returns the devices after a list. Throws if there are too many, or not exactly one recovery device. */
const devicesAfter = async (p: Primitives, chain: Chain, next: SignedList): Promise<Map<string, ChainDevice>> => {
  const signers = new Set(next.signatures.map(({ deviceId }) => deviceId))
  const devices = new Map(chain.devices)
  for (const id of next.revoked)
    devices.set(id, { ...(chain.devices.get(id) as ChainDevice), revokedAt: next.number, revokedItself: signers.has(id) })
  for (const device of next.added) devices.set(device.deviceId, await admit(p, device, next.number))
  const trusted = trustedNow({ devices })
  assert(trusted.length <= encryptionLimits.devices, 'tooMany')
  assert(trusted.filter(({ kind }) => kind === 'recovery').length === 1, 'malformed')
  return devices
}

/** Returns the state after the next list. Throws ChainError, and never changes `chain`. */
export const extendChain = (p: Primitives, chain: Chain, given: SignedList): Promise<Chain> =>
  orMalformed(async () => {
    const next = read(given)
    assertNext(chain, next)
    const devices = await devicesAfter(p, chain, next)
    await assertSigned(p, trustedNow(chain), next)
    for (const device of next.added) await assertAgreed(p, chain, device)
    const { number, merged, revoked } = next
    const head = await listHash(p, next)
    const by = next.signatures.map(({ deviceId }) => deviceId)
    const isReplaced = revoked.some((id) => chain.devices.get(id)?.kind === 'recovery' && !by.includes(id))
    return {
      ...chain,
      number,
      head,
      hashes: [...chain.hashes, head],
      devices,
      replacedWithoutCode: isReplaced ? [...chain.replacedWithoutCode, number] : chain.replacedWithoutCode,
      merged: merged === null ? chain.merged : [...chain.merged, { head: merged, number, by }],
    }
  })

/** Returns the state after all of `lists`, which follow `before`, or start with list 0. Throws ChainError if one is rejected. */
export const chainOf = async (p: Primitives, lists: readonly SignedList[], before?: Chain): Promise<Chain> => {
  let chain = before
  for (const one of lists) chain = chain ? await extendChain(p, chain, one) : await startChain(p, one)
  if (!chain) throw new ChainError('malformed')
  return chain
}
