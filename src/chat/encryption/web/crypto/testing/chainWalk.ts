import { expect } from 'vitest'
import { type Chain, endsFork, forkPoint, trustedNow } from '../../../encryption.chain.policy.ts'
import type { SignedList } from '../../../encryption.shapes.contract.ts'
import type { DeviceKeys } from '../device.ts'
import { makeFirstList, makeNextList, verifyChain } from '../deviceList.ts'
import { agreed, byDeviceId, expectListRefused, nextOf, quickDevice, signList } from './chains.ts'

/*
 * A person adds, revokes and loses devices, and the server returns to a backup, compared with a model of plain sets without
 * hashes and signatures. After each step, the chain must match the model, and every list of an attacker must be rejected.
 */

type Kind = 'browser' | 'recovery'
type Entry = { kind: Kind; addedAt: number; revokedAt: number | null; revokedItself: boolean }
type Model = { devices: ReadonlyMap<string, Entry>; withoutCode: readonly number[] }
type Branch = { lists: readonly SignedList[]; chain: Chain; model: Model }

export type Step = { kind: (typeof kinds)[number]; one: number; other: number }
export const kinds = ['add', 'add', 'revoke', 'signOut', 'withCode', 'withoutCode', 'lose', 'restore', 'merge', 'startOver'] as const

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length]

export class Walk {
  readonly userId: string
  /** Each key that the person has ever had, including lost ones. */
  readonly #keys = new Map<string, DeviceKeys>()
  readonly #lost = new Set<string>()
  /** The states at each number of the current branch. */
  #past: Branch[] = []
  #others: Branch[] = []

  constructor(userId: string) {
    this.userId = userId
  }

  get now(): Branch {
    const now = this.#past.at(-1)
    if (!now) throw new Error('Not started')
    return now
  }

  async #device(): Promise<DeviceKeys> {
    const device = await quickDevice()
    this.#keys.set(device.deviceId, device)
    return device
  }

  /** Returns the devices of a branch that the model trusts; with `held`, only those the person can sign with. */
  trusted({ model } = this.now, kind?: Kind): DeviceKeys[] {
    const ids = [...model.devices].filter(([, entry]) => entry.revokedAt === null && (kind === undefined || entry.kind === kind))
    return ids.map(([id]) => this.#keys.get(id) as DeviceKeys).toSorted(byDeviceId)
  }

  #held = (kind?: Kind): DeviceKeys[] => this.trusted(this.now, kind).filter(({ deviceId }) => !this.#lost.has(deviceId))

  async start(generation: number): Promise<void> {
    const [device, recovery] = [await this.#device(), await this.#device()]
    const list = await makeFirstList({ userId: this.userId, generation, device, recovery })
    const entry = { addedAt: 0, revokedAt: null, revokedItself: false }
    const devices = new Map<string, Entry>([
      [device.deviceId, { kind: 'browser', ...entry }],
      [recovery.deviceId, { kind: 'recovery', ...entry }],
    ])
    this.#past = [{ lists: [list], chain: await verifyChain([list]), model: { devices, withoutCode: [] } }]
    this.#others = []
  }

  /** Creates the next list and the next model from the same changes. */
  async #next(by: DeviceKeys[], added: [DeviceKeys, Kind][], revoked: DeviceKeys[], merged: string | null = null): Promise<void> {
    const { lists, chain, model } = this.now
    const listed = await Promise.all(added.map(([device, kind]) => agreed(chain, device, kind)))
    const list = await makeNextList(chain, { by, added: listed, revoked: revoked.map(({ deviceId }) => deviceId), merged })
    const number = lists.length
    const devices = new Map(model.devices)
    for (const device of revoked)
      devices.set(device.deviceId, { ...(devices.get(device.deviceId) as Entry), revokedAt: number, revokedItself: by.includes(device) })
    for (const [{ deviceId }, kind] of added) devices.set(deviceId, { kind, addedAt: number, revokedAt: null, revokedItself: false })
    const isWithoutCode = revoked.some((device) => model.devices.get(device.deviceId)?.kind === 'recovery' && !by.includes(device))
    const withoutCode = isWithoutCode ? [...model.withoutCode, number] : model.withoutCode
    this.#past.push({ lists: [...lists, list], chain: await verifyChain([list], chain), model: { devices, withoutCode } })
  }

  async step({ kind, one, other }: Step): Promise<void> {
    const [browsers, held] = [this.#held('browser'), this.#held()]
    const [signer, browser] = [pick(held, one), pick(browsers, one)]
    const [old] = this.trusted(this.now, 'recovery')
    if (kind === 'startOver' ? held.length === 0 : false) return this.start(this.now.chain.generation + 1)
    if (!signer || !old) return
    if (kind === 'add' && this.trusted().length < 20) return this.#next([signer], [[await this.#toAdd(other), 'browser']], [])
    if (kind === 'revoke') return this.#revoke(signer, other)
    if (kind === 'signOut' && browser) return this.#next([browser], [], [browser])
    if (kind === 'withCode' && held.includes(old)) {
      const by = browser && other % 2 ? [browser, old] : [old]
      return this.#next(by, [[await this.#device(), 'recovery']], [old])
    }
    if (kind === 'withoutCode' && browser) return this.#next([browser], [[await this.#device(), 'recovery']], [old])
    if (kind === 'lose') this.#lost.add(signer.deviceId)
    if (kind === 'restore') this.#restore(one)
    if (kind === 'merge') return this.#merge(one, other)
  }

  /** Returns a new device, or one of another branch. */
  async #toAdd(at: number): Promise<DeviceKeys> {
    const elsewhere = this.#others.flatMap((branch) => this.trusted(branch, 'browser'))
    const known = pick(
      elsewhere.filter(({ deviceId }) => !this.now.model.devices.has(deviceId)),
      at,
    )
    return known && at % 2 ? known : this.#device()
  }

  async #revoke(signer: DeviceKeys, at: number): Promise<void> {
    const others = this.trusted(this.now, 'browser').filter((device) => device !== signer)
    const revoked = pick(others, at)
    if (revoked) await this.#next([signer], [], [revoked])
  }

  /** The server returns to a backup; later lists become another branch. */
  #restore(at: number): void {
    const back = at % this.#past.length
    if (back === this.#past.length - 1) return
    this.#others.push(this.now)
    this.#past = this.#past.slice(0, back + 1)
  }

  async #merge(one: number, at: number): Promise<void> {
    const branch = pick(this.#others, at)
    const signer = pick(this.#held(), one)
    if (!branch || !signer || this.now.chain.merged.some(({ head }) => head === branch.chain.head)) return
    expect(forkPoint(branch.chain, this.now.chain)).toBe(commonOf(branch, this.now))
    const gone = this.trusted(this.now, 'browser').filter((device) => isRevoked(branch.model, device) && device !== signer)
    const isOwnBranch = this.now.chain.hashes.includes(branch.chain.head)
    await this.#next([signer], [], at % 3 ? gone : [], branch.chain.head)
    if (isOwnBranch) return
    const isTrustedInBoth = this.trusted(branch).includes(signer)
    const isNobodyLeft = !this.trusted().some((device) => isRevoked(branch.model, device))
    expect(endsFork(this.now.chain, branch.chain)).toBe(isTrustedInBoth && isNobodyLeft)
  }

  expectAsModelled(): void {
    const { chain, model, lists } = this.now
    const entries = [...chain.devices].map(([id, { kind, addedAt, revokedAt, revokedItself }]) => [
      id,
      { kind, addedAt, revokedAt, revokedItself },
    ])
    expect(Object.fromEntries(entries)).toEqual(Object.fromEntries(model.devices))
    expect(trustedNow(chain).map(({ deviceId }) => deviceId)).toHaveLength(this.trusted().length)
    expect([chain.number, chain.replacedWithoutCode]).toEqual([lists.length - 1, model.withoutCode])
  }

  /** Lists lost in a restore are accepted again unless others have taken their place. */
  async expectUploadsAccepted(): Promise<void> {
    const { chain, lists } = this.now
    for (const other of this.#others)
      if (forkPoint(other.chain, chain) === chain.number)
        expect(await verifyChain(other.lists.slice(lists.length), chain)).toEqual(other.chain)
  }

  /** Lists that no trusted device has signed, or that were signed for something else; each is rejected and changes nothing. */
  async expectAttacksRefused(stranger: Walk): Promise<void> {
    const { chain, model, lists } = this.now
    const before = structuredClone(chain)
    const revoked = [...model.devices].filter(([, { revokedAt }]) => revokedAt !== null).map(([id]) => this.#keys.get(id) as DeviceKeys)
    const elsewhere = this.#others.flatMap((branch) => this.trusted(branch)).filter(({ deviceId }) => !model.devices.has(deviceId))
    const trusted = this.trusted()
    const strangers = stranger.trusted(stranger.now)
    const [signer, theirs] = [trusted[0] as DeviceKeys, strangers[0] as DeviceKeys]
    const ghost = await quickDevice()
    const added = [await agreed(chain, ghost)]
    const attempts: Promise<SignedList>[] = [
      ...[ghost, ...revoked, ...elsewhere, ...strangers].map((device) => signList(nextOf(chain, { added }), [device])),
      ...[ghost, ...revoked].map((device) => signList(nextOf(chain, { added }), [{ ...device, deviceId: signer.deviceId }])),
      ...[...revoked, ...trusted].map(async (device) => signList(nextOf(chain, { added: [await agreed(chain, device)] }), [signer])),
      // A device of another person, which consented to its own chain and not to this one.
      signList(nextOf(chain, { added: [await agreed(stranger.now.chain, theirs)] }), [signer]),
      signList(nextOf(chain, { added, userId: stranger.userId }), [signer]),
      signList(nextOf(chain, { added, generation: chain.generation + 1 }), [signer]),
      signList(nextOf(chain, { added, number: chain.number + 2 }), [signer]),
      signList(nextOf(chain, { revoked: [ghost.deviceId] }), [signer]),
      ...this.#others.flatMap(({ lists: other }) => other.filter(({ previous }) => previous !== chain.head)).map(async (list) => list),
    ]
    for (const attempt of attempts) await expectListRefused(verifyChain([await attempt], chain))
    for (const list of lists) await expectListRefused(verifyChain([list], chain))
    expect(chain).toEqual(before)
  }
}

const isRevoked = ({ devices }: Model, { deviceId }: DeviceKeys): boolean => (devices.get(deviceId)?.revokedAt ?? null) !== null

/** The same list may be created twice, with different signatures by the same devices. */
const isSameList = (one: SignedList, other?: SignedList): boolean => {
  const saidBy = (list?: SignedList) => list && { ...list, signatures: list.signatures.map(({ deviceId }) => deviceId) }
  return JSON.stringify(saidBy(one)) === JSON.stringify(saidBy(other))
}

/** Returns the last number at which both have the same list. */
const commonOf = (one: Branch, other: Branch): number => {
  const differing = one.lists.findIndex((list, at) => !isSameList(list, other.lists[at]))
  return (differing < 0 ? one.lists.length : differing) - 1
}
