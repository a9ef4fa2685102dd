import { describe, expect, test } from 'vitest'
import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { encryptionApi } from '../encryption.contract.ts'
import type { EncryptionStatus, VersionHeader } from '../encryption.shapes.contract.ts'
import { look, write } from './testing/lies/deeds.ts'
import { answeringChain, bookInPlan, forgeChain, forgeChainFor, listsOf } from './testing/lies/forging.ts'
import { givenHall, type Hall } from './testing/lies/hall.ts'
import { sourceOf } from './testing/lies/liar.ts'
import { newProfile, type Page } from './testing/lies/page.ts'
import { pressVerify } from './testing/lies/presses.ts'
import { attempt, settled } from './testing/lies/underWay.ts'
import { warningsOf } from './testing/lies/warnings.ts'

/* The server presents other device lists, or other people in a chat, at the moments when a browser learns whom to trust. */

let hall: Promise<Hall> | undefined

const givenScene = async () => {
  hall ??= givenHall()
  const scene = await (await hall).scene()
  const { asha, binod, chetan } = scene.people
  return {
    ...scene,
    scene,
    ...scene.places,
    ids: { asha: asha._id, binod: binod._id, chetan: chetan._id },
    all: Object.values(scene.places),
  }
}

/** The bodies of the key versions that a page has created. */
const versionsBy = (page: Page): { header: VersionHeader; wrappedKeys: { deviceId: string }[] }[] =>
  page.sent.filter(({ endpoint }) => endpoint === encryptionApi.saveKey).map(({ body }) => body as never)

const peopleOf = (page: Page): string[][] => versionsBy(page).map(({ header }) => header.members.map(({ userId }) => userId))

describe('a chain forged by the server', () => {
  test('gives a new browser a different code than the device that would add it', async () => {
    const { open, profiles, scene, ids } = await givenScene()
    const liar = scene.liar()
    liar.plan = await answeringChain(await forgeChain(ids.asha, 0))
    const [phone, laptop] = [await open(profiles.phone), await open(profiles.laptop, liar)]
    await laptop.encryption.requestAccess()
    const shown = await laptop.encryption.pendingCode()
    expect(await attempt(phone.encryption.confirmCode(laptop.encryption.deviceId.get() ?? ''))).not.toBe(shown)
    expect(shown).toMatch(/^\d{5} \d{5} \d{5}$/)
  })

  test('is not joined by a new browser after the codes were equal', async () => {
    const { open, profiles, scene, ids } = await givenScene()
    const liar = scene.liar()
    const [phone, laptop] = [await open(profiles.phone), await open(profiles.laptop, liar)]
    await laptop.encryption.requestAccess()
    const [id, shown] = [laptop.encryption.deviceId.get() ?? '', await laptop.encryption.pendingCode()]
    expect(await phone.encryption.confirmCode(id)).toBe(shown)
    await phone.encryption.shareWith(id, () => {})
    liar.plan = await answeringChain(await forgeChain(ids.asha, 0))
    expect(await laptop.encryption.confirmPending(shown)).toBe(false)
    expect(laptop.encryption.device.get()).toBe('pending')
    liar.plan = {}
    expect(await laptop.encryption.confirmPending(shown)).toBe(true)
  })

  test('is not joined by a new browser if it arrives after the code was shown', async () => {
    const { open, profiles, scene, ids } = await givenScene()
    const liar = scene.liar()
    const laptop = await open(profiles.laptop, liar)
    await laptop.encryption.requestAccess()
    const shown = await laptop.encryption.pendingCode()
    const forged = await forgeChainFor(ids.asha)
    liar.plan = await answeringChain(forged.lists)
    // The screen computes the code again every few seconds.
    expect(await laptop.encryption.pendingCode()).not.toBe(shown)
    const registered = laptop.sent.findLast(({ endpoint }) => endpoint === encryptionApi.registerDevice)
    liar.plan = await answeringChain(await forged.adding(registered?.body as never))
    await expect(laptop.encryption.confirmPending(shown)).rejects.toThrow('changed meanwhile')
    expect(laptop.encryption.device.get()).toBe('pending')
  })

  test.each([true, false])('opens nothing with the recovery code, kept: %s', async (isKept) => {
    const { open, people, scene, ids, code } = await givenScene()
    const liar = scene.liar()
    liar.plan = await answeringChain(await forgeChain(ids.asha, 0))
    const library = await open(newProfile(people.asha), liar)
    await expect(library.encryption.recoverWithCode(code, isKept)).rejects.toThrow('changed meanwhile')
    expect(['ready', 'recovery']).not.toContain(library.encryption.device.get())
  })

  test('cannot be used with a newer recovery code', async () => {
    const { open, people, profiles, scene, ids } = await givenScene()
    const before = await listsOf(scene, ids.asha)
    const { code, save } = await (await open(profiles.phone)).encryption.makeRecoveryCode()
    await save()
    const liar = scene.liar()
    liar.plan = await answeringChain(before)
    const library = await open(newProfile(people.asha), liar)
    await expect(library.encryption.recoverWithCode(code, false)).rejects.toThrow('changed meanwhile')
    liar.plan = {}
    await library.encryption.recoverWithCode(code, false)
    expect(library.encryption.device.get()).toBe('recovery')
  })

  test.each([
    ['begins with a device from before: nothing is said', true, []],
    ['does not: the person has started over', false, ['started over']],
  ])('of a person whom a browser pinned before there were lists %s', async (_, isContinued, warnings) => {
    const { app, open, profiles, people, all } = await givenScene()
    const deepa = await app.as('student', { name: 'Deepa' })
    const tablet = await open(newProfile(deepa))
    await (await tablet.encryption.setUp()).save()
    const profile = newProfile(deepa)
    const { deviceId, fingerprint } = await deviceOf(isContinued ? tablet.profile : await withOwnKeys(await open(profile)))
    const stored = profiles.phone.kept.storage as { addPins: (userId: string, pins: object) => Promise<void> }
    await stored.addPins(deepa._id, { [deviceId]: fingerprint })
    const { _id: id } = (await people.asha.post('/chat/conversations/private', { userId: deepa._id })).body
    await tablet.encryption.enable(id)
    const phone = await open(profiles.phone)
    await look(phone, [...all, id])
    expect(warningsOf(phone, id)).toEqual(warnings)
  })
})

type Kept = { deviceId: string; fingerprint: string }
const deviceOf = async ({ kept }: Page['profile']): Promise<Kept> => {
  const device = await (kept.storage as { device: () => Promise<Kept | undefined> }).device()
  if (!device) throw new Error('This browser has no keys')
  return device
}
const withOwnKeys = async ({ encryption, profile }: Page): Promise<Page['profile']> => {
  await encryption.requestAccess()
  return profile
}

describe('membership of a chat', () => {
  /** The server changes one conversation’s encryption status. */
  const told = async (
    saying: (of: Awaited<ReturnType<typeof givenScene>>) => Promise<(status: EncryptionStatus) => object>,
    isGroup = false,
  ) => {
    const all = await givenScene()
    const change = await saying(all)
    const id = isGroup ? all.group : all.pair
    const liar = all.scene.liar()
    const phone = await all.open(all.profiles.phone, liar)
    await look(phone, all.all)
    liar.plan = {
      rewrite: (source, answer, about) =>
        source === sourceOf(encryptionApi.status) && about === id ? { ...answer, ...change(answer) } : undefined,
    }
    phone.hear('encryption_changed', { conversationId: id })
    await settled()
    return { ...all, id, liar, phone }
  }

  test('a private chat presented as a group gets no third member', async () => {
    const { phone, pair, oracle, ids } = await told(async ({ people, group, ids: { chetan } }) => {
      const third: EncryptionStatus = (await people.asha.get(`/chat/conversations/${group}/encryption`)).body
      const added = <T extends { userId: string }>(all: readonly T[]) => all.filter(({ userId }) => userId === chetan)
      return (now) => ({
        ...{ kind: 'group', memberIds: [...now.memberIds, chetan], requiredKeyVersion: now.keyVersion + 1 },
        ...{ heads: [...now.heads, ...added(third.heads)], devices: [...now.devices, ...added(third.devices)] },
      })
    })
    await write({ page: phone, oracle, to: pair, text: 'My locker code is 4711' })
    expect(versionsBy(phone).map(({ header }) => header.kind)).toEqual(versionsBy(phone).map(() => 'private'))
    expect(peopleOf(phone).flat()).not.toContain(ids.chetan)
  })

  test('a group presented as a private chat stays a group', async () => {
    const { phone, group, oracle } = await told(
      async ({ ids }) =>
        (now) => ({ kind: 'private', memberIds: [ids.asha, ids.binod], requiredKeyVersion: now.keyVersion + 1 }),
      true,
    )
    await write({ page: phone, oracle, to: group, text: 'My locker code is 4711' })
    expect(versionsBy(phone).length).toBeGreaterThan(0)
    expect(versionsBy(phone).map(({ header }) => header.kind)).not.toContain('private')
    expect(phone.encryption.conversation(group).get()).toMatchObject({ isVerified: false })
    await expect(phone.encryption.safetyNumber(group)).rejects.toThrow('two people')
  })

  test('a changed name does not replace the name under which a person was verified', async () => {
    const { open, profiles, scene, all, pair } = await givenScene()
    const liar = scene.liar()
    const phone = await open(profiles.phone, liar)
    await look(phone, all)
    await pressVerify(phone, pair, { digits: await phone.encryption.safetyNumber(pair), name: 'Binod' })
    const renamed = (item: Conversation): object => ({
      ...item,
      participants: item.participants.map((one) => ({
        ...one,
        user: { ...one.user, name: one.user.name === 'Binod' ? 'Chetan' : one.user.name },
      })),
    })
    liar.plan = {
      rewrite: (source, answer) => (source === 'GET /chat/conversations' ? { ...answer, items: answer.items.map(renamed) } : undefined),
    }
    await look(phone, [pair])
    expect(phone.encryption.conversation(pair).get()).toMatchObject({ isVerified: true, verifiedName: 'Binod' })
  })
})

describe('a session of the recovery code in a verified chat', () => {
  const verified = async () => {
    const all = await givenScene()
    const phone = await all.open(all.profiles.phone)
    await look(phone, all.all)
    await pressVerify(phone, all.pair, { digits: await phone.encryption.safetyNumber(all.pair), name: 'Binod' })
    await phone.pass(60_000)
    all.close(phone)
    const liar = all.scene.liar()
    return { ...all, liar, library: await all.open(newProfile(all.people.asha), liar) }
  }

  test('knows that it is verified', async () => {
    const { library, code, pair, all } = await verified()
    await library.encryption.recoverWithCode(code, false)
    await look(library, all)
    expect(library.encryption.conversation(pair).get()).toMatchObject({ isVerified: true, verifiedName: 'Binod' })
    expect(warningsOf(library, pair)).toEqual([])
  })

  test.each([0, 1])('sends nothing to other first keys of the other person, of generation %i', async (generation) => {
    const { library, code, pair, all, liar, ids, oracle } = await verified()
    liar.plan = await answeringChain(await forgeChain(ids.binod, generation))
    await library.encryption.recoverWithCode(code, false)
    await look(library, all)
    await write({ page: library, oracle, to: pair, text: 'My locker code is 4711' })
    expect(versionsBy(library)).toEqual([])
    expect(warningsOf(library, pair)).toEqual(['started over', 'no longer verified', 'cannot send: devicesChanged'])
  })

  test('rejects a trust book signed by a device of the server', async () => {
    const { library, code, pair, all, liar, ghost, ids } = await verified()
    liar.plan = bookInPlan(ghost, ids.asha)
    await library.encryption.recoverWithCode(code, false)
    await look(library, all)
    expect(library.encryption.conversation(pair).get()).toMatchObject({ isVerified: false, wasVerified: false })
  })
})
