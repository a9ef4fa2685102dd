import { describe, expect, test } from 'vitest'
import type { Conversation, Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { CallError } from '#web/api/callError.ts'
import { encryptionApi } from '../encryption.contract.ts'
import { type EncryptionStatus, encryptionErrors, type SignedList } from '../encryption.shapes.contract.ts'
import { browserCrypto, type DeviceKeys } from './testing/browserCrypto.ts'
import { consenting, makeNextList, verifyChain } from './testing/chains.ts'
import { edit, look, shownAs, write } from './testing/lies/deeds.ts'
import {
  answeringChain,
  forgeChain,
  forgeList,
  forgeMessage,
  forgeVersion,
  honestStatus,
  listsOf,
  namedAs,
} from './testing/lies/forging.ts'
import { givenHall, type Hall } from './testing/lies/hall.ts'
import { leaksIn } from './testing/lies/leaks.ts'
import { type Liar, sourceOf } from './testing/lies/liar.ts'
import { newProfile, type Page, type Profile } from './testing/lies/page.ts'
import { newsShown, pressAccept, pressVerify } from './testing/lies/presses.ts'
import { settled } from './testing/lies/underWay.ts'
import { isWarned, warningsOf } from './testing/lies/warnings.ts'
import { unwrapWithHeader } from './testing/versions.ts'

/* Planned attacks: the server combines several lies to one browser. */

const lie = 'I owe you five hundred rupees'
const statusSource = sourceOf(encryptionApi.status)
const messagesSource = 'GET /chat/conversations/:id/messages'
const listSource = 'GET /chat/conversations'

let hall: Promise<Hall> | undefined

/** Asha’s phone, whose responses a liar can rewrite, with all her conversations open. */
const givenPhone = async () => {
  hall ??= givenHall()
  const scene = await (await hall).scene()
  const liar = scene.liar()
  const phone = await scene.open(scene.profiles.phone, liar)
  await look(phone, Object.values(scene.places))
  const deviceId = phone.encryption.deviceId.get() ?? ''
  return { ...scene, scene, liar, phone, deviceId, pair: scene.places.pair }
}
type Given = Awaited<ReturnType<typeof givenPhone>>

/** Reopens the page and shows everything. */
const reload = async ({ open, close, profiles, places, liar }: Given, before: Page): Promise<Page> => {
  close(before)
  await settled()
  const page = await open(profiles.phone, liar)
  await look(page, Object.values(places))
  return page
}

/** The server reports that keys or devices have changed. */
const announceChange = async (page: Page, conversationId: string): Promise<void> => {
  page.hear('encryption_changed', { conversationId })
  await settled()
}

/** Rewrites the status of one conversation. */
const status =
  (id: string, change: (status: EncryptionStatus) => EncryptionStatus) =>
  (source: string, answer: EncryptionStatus, about: string): EncryptionStatus | undefined =>
    source === statusSource && about === id ? change(answer) : undefined

/** Rewrites the messages of one conversation. */
const messages =
  (id: string, change: (items: readonly Message[]) => readonly Message[]) =>
  (source: string, answer: { items: Message[] }, about: string): object | undefined =>
    source === messagesSource && about === id ? { ...answer, items: change(answer.items) } : undefined

const unwarned = (page: Page, id: string): (string | null)[] =>
  page
    .messages(id)
    .filter((message) => !isWarned(message))
    .map(({ content }) => content)

const leaksOf = ({ scene, pair, ghost, oracle }: Given, page: Page, made: readonly Buffer[] = []): string[] =>
  warningsOf(page, pair).length > 0 ? [] : leaksIn(page.sent, oracle.secretsOf(scene.places.pair), { ghost, made })

/** Notifies the phone of a version that this device has created in a person’s name, which the server also returns on request. */
const tellVersion = async (all: Given, device: DeviceKeys, byUser: string) => {
  const { scene, liar, phone, deviceId, pair } = all
  const honest = await honestStatus(scene, 'asha', pair, deviceId)
  const { generation, number, head } = await verifyChain(await listsOf(scene, byUser))
  const at = { generation, number, head }
  const version = await forgeVersion({ conversation: pair, byDevice: device, byUser, at, status: honest, victim: deviceId })
  liar.plan = { rewrite: status(pair, version.rewrite) }
  await announceChange(phone, pair)
  return version
}

/** The keys stored in a browser, for an attacker who has stolen it. */
const stolenFrom = async ({ kept }: Profile): Promise<DeviceKeys> => {
  const device = await (kept.storage as { device: () => Promise<DeviceKeys | undefined> }).device()
  if (!device) throw new Error('This browser has no keys')
  return device
}

describe('a key is signed by a device that no list of its person names', () => {
  const names: [string, (all: Given) => Promise<[DeviceKeys, string]>][] = [
    ["the liar's in Binod's name", async ({ ghost, people }) => [ghost, people.binod._id]],
    ["the liar's in Asha's own name", async ({ ghost, people }) => [ghost, people.asha._id]],
    ["Chetan's, who is not in the chat", async ({ profiles, people }) => [await stolenFrom(profiles.office), people.chetan._id]],
    ["Chetan's in Binod's name", async ({ profiles, people }) => [await stolenFrom(profiles.office), people.binod._id]],
  ]

  test.each(names)('%s: nothing is sent that it can decrypt', async (_, of) => {
    const all = await givenPhone()
    const { raw } = await tellVersion(all, ...(await of(all)))
    await write({ page: all.phone, oracle: all.oracle, to: all.pair, text: 'My locker code is 4711' })
    expect(all.oracle.secretsOf(all.pair)).toContain('My locker code is 4711')
    expect(leaksOf(all, all.phone, [raw])).toEqual([])
  })

  test.each(names)("%s: nothing that it writes is shown as Binod's", async (_, of) => {
    const all = await givenPhone()
    const { phone, pair } = all
    const [device, byUser] = await of(all)
    const version = await tellVersion(all, device, byUser)
    const like = phone.messages(pair).find(({ sender, encryption }) => encryption && sender._id === all.people.binod._id)
    if (!like) throw new Error('Binod has written nothing')
    const seq = (phone.messages(pair).at(-1)?.seq ?? 0) + 1
    const head = like.encryption?.head ?? ''
    phone.hear('new_message', await forgeMessage({ ...version, like, device, head, text: lie, seq }))
    await settled()
    expect(unwarned(phone, pair)).not.toContain(lie)
    expect(phone.messages(pair).at(-1)).toMatchObject({ seq, content: null, unreadable: expect.anything() })
  })
})

describe('a member who colludes with the server', () => {
  const givenChetan = async () => {
    const all = await givenPhone()
    const { profiles, people, places, scene, phone } = all
    const office = await stolenFrom(profiles.office)
    const { body: now } = await people.chetan.get(`/chat/conversations/${places.group}/encryption?device=${office.deviceId}`)
    const version = { key: await keyOf({ ...all, pair: places.group }, now, office), keyVersion: now.keyVersion, hash: now.versionHash }
    const head: string = now.heads.find(({ userId }: { userId: string }) => userId === people.chetan._id).head
    const own = shownAs(phone, places.group, 'The hall is closed on Friday')
    if (!own) throw new Error('Chetan has written nothing')
    return { ...all, scene, office, version, head, own, group: places.group }
  }

  test.each(['', ', who has started over since'])('does not edit the message of another person%s as one of their own', async (since) => {
    const all = await givenChetan()
    const { phone, office, version, head, own, group, people } = all
    if (since) {
      const tablet = await all.open(newProfile(people.binod))
      await (await tablet.encryption.setUp({ startsOver: true })).save()
      await announceChange(phone, group)
    }
    const like = shownAs(phone, group, 'Good to know')
    if (!like) throw new Error('Binod has written nothing')
    const first = { ...like, encryption: { ...like.encryption, firstDeviceId: office.deviceId } } as Message
    const { sender, ...edit } = await forgeMessage({
      ...version,
      like: { ...first, sender: own.sender },
      device: office,
      head,
      text: lie,
      seq: like.seq,
      editOf: first,
    })
    expect(sender._id).toBe(people.chetan._id)
    const edited = { ...edit, sender: like.sender, editedBy: { _id: people.chetan._id, name: 'Chetan' } }
    all.liar.plan = { rewrite: messages(group, (items) => items.map((item) => (item._id === like._id ? edited : item))) }
    const page = await reload(all, phone)
    expect(page.messages(group).find(({ _id }) => _id === like._id)).toMatchObject({ content: null, unreadable: 'forged' })
  })

  test('writes nothing in a private chat of two others', async () => {
    const all = await givenChetan()
    const { phone, pair, office, head, own, people } = all
    const version = await tellVersion(all, office, people.chetan._id)
    const seq = (phone.messages(pair).at(-1)?.seq ?? 0) + 1
    const like = { ...own, conversation: pair }
    phone.hear('new_message', await forgeMessage({ ...version, like, device: office, head, text: lie, seq }))
    await settled()
    expect(unwarned(phone, pair)).not.toContain(lie)
    expect(phone.messages(pair).at(-1)).toMatchObject({ seq, content: null, unreadable: expect.anything() })
  })
})

/** The server claims that this device is a current one, and accepts keys for it. */
const addToList = async ({ liar, pair, deviceId }: Given, device: DeviceKeys, userId: string): Promise<void> => {
  let saved: Partial<EncryptionStatus> = {}
  const withDevice = status(pair, (now) => ({ ...now, ...saved, devices: [...now.devices, namedAs(device, userId)] }))
  let last: EncryptionStatus | undefined
  liar.plan = {
    rewrite: (source, answer, about) => {
      const rewritten = withDevice(source, answer, about)
      last = rewritten ?? last
      return rewritten
    },
    instead: ({ endpoint, params, body }) => {
      if (endpoint !== encryptionApi.saveKey || params.id !== pair || !last) return undefined
      const { keyVersion, byDevice, members, wrappedKeys } = body as EncryptionStatus & { wrappedKeys: { deviceId: string }[] }
      const own = wrappedKeys.find((wrap) => wrap.deviceId === deviceId) as Partial<EncryptionStatus>
      saved = {
        keyVersion,
        requiredKeyVersion: keyVersion,
        byDevice,
        members,
        wrappedKey: own.wrappedKey,
        signature: own.signature,
      } as object
      return { ...last, ...saved }
    },
  }
}

test('a third person’s device listed in a private chat gets no key without a warning', async () => {
  const all = await givenPhone()
  await addToList(all, all.ghost, all.people.chetan._id)
  await announceChange(all.phone, all.pair)
  await write({ page: all.phone, oracle: all.oracle, to: all.pair, text: 'My locker code is 4711' })
  expect(all.oracle.secretsOf(all.pair)).toContain('My locker code is 4711')
  expect(leaksOf(all, all.phone)).toEqual([])
})

/** A message that nothing quotes. The server reports it as deleted, and delivers it at the end under another id. */
const deliveredAgain = (items: readonly Message[]): readonly Message[] => {
  const quoted = new Set(items.map(({ replyTo }) => replyTo?._id))
  const first = items.find(({ _id, encryption, replyTo }) => encryption && !replyTo && !quoted.has(_id))
  if (!first) throw new Error('There is no message to deliver again')
  const tombstone = { ...first, isDeleted: true, content: null, encryption: null }
  const again = { ...first, _id: `again-${first._id}`, seq: (items.at(-1)?.seq ?? 0) + 1, createdAt: new Date().toISOString() }
  return [...items.map((item) => (item === first ? tombstone : item)), again]
}

/** The redelivered messages that look like new ones. */
const repeatedIn = (page: Page, id: string): Message[] =>
  page.messages(id).filter((message) => message._id.startsWith('again-') && message.content !== null && !isWarned(message))

describe('after a reload', () => {
  /** Both have seen everything; from now on, the server rewrites the messages of their conversation. */
  const deceived = async (change: (items: readonly Message[]) => readonly Message[]) => {
    const all = await givenPhone()
    all.liar.plan = { rewrite: messages(all.pair, change) }
    const page = await reload(all, all.phone)
    expect(unwarned(page, all.pair)).toContain('Yes it is free')
    return { ...all, page, faults: all.oracle.faultsOf(page, all.pair) }
  }

  test('an earlier message under another id does not appear as a new one', async () => {
    const { page, pair } = await deceived(deliveredAgain)
    expect(repeatedIn(page, pair)).toEqual([])
  })

  test('does not show the text from before an edit under another id', async () => {
    const all = await givenPhone()
    const { phone, oracle, pair, profiles, open, liar } = all
    const desk = await open(profiles.desk)
    await look(desk, [pair])
    const written = await write({ page: desk, oracle, to: pair, text: 'Pay on the first' })
    const before = (await all.people.asha.get(`/chat/conversations/${pair}/messages`)).body.items.at(-1) as Message
    await edit(desk, oracle, written, 'Pay on the tenth')
    expect(unwarned(phone, pair).at(-1)).toBe('Pay on the tenth')
    expect(oracle.faultsOf(phone, pair)).toEqual([])
    liar.plan = { rewrite: messages(pair, (items) => [...items.slice(0, -1), { ...before, _id: `again-${before._id}` }]) }
    expect(oracle.faultsOf(await reload(all, phone), pair)).toEqual([])
  })

  test('does not show the text from before an edit in the list', async () => {
    const all = await givenPhone()
    const { phone, oracle, pair, profiles, open, liar } = all
    const desk = await open(profiles.desk)
    await look(desk, [pair])
    const written = await write({ page: desk, oracle, to: pair, text: 'Pay on the first' })
    const before = (await all.people.asha.get('/chat/conversations')).body.items.find(({ _id }: Conversation) => _id === pair)
    await edit(desk, oracle, written, 'Pay on the tenth')
    expect(oracle.faultsOf(phone, pair)).toEqual([])
    expect(before.lastMessage.encryption.revision).toBe(1)
    const older = (item: Conversation): Conversation => (item._id === pair ? { ...item, lastMessage: before.lastMessage } : item)
    liar.plan = {
      rewrite: (source, answer, about) => {
        if (source === listSource) return { ...answer, items: answer.items.map(older) }
        return source === 'GET /chat/conversations/:id' && about === pair ? older(answer) : undefined
      },
    }
    expect(oracle.faultsOf(await reload(all, phone), pair)).toEqual([])
  })

  test('does not show a reply under another question', async () => {
    const { faults } = await deceived((items) => {
      const [question, other] = items.filter(({ encryption, replyTo }) => encryption && !replyTo)
      if (!question || !other) throw new Error('Asha has asked nothing')
      const renamed = new Map([
        [question._id, other._id],
        [other._id, question._id],
      ])
      return items.map((item) => ({
        ...item,
        _id: renamed.get(item._id) ?? item._id,
        replyTo: item.replyTo && { ...item.replyTo, seq: other.seq, clientId: other.clientId, encryption: other.encryption ?? null },
      }))
    })
    expect(faults).toEqual([])
  })
})

test('an earlier message does not appear as a new one under another epoch', async () => {
  const { phone, pair, liar } = await givenPhone()
  liar.plan = { rewrite: messages(pair, deliveredAgain) }
  await phone.newEpoch()
  await look(phone, [pair])
  expect(unwarned(phone, pair)).toContain('Is seat four free')
  expect(repeatedIn(phone, pair)).toEqual([])
})

describe('a confirmation covers only what was shown', () => {
  const verify = async ({ phone, pair }: Given) =>
    pressVerify(phone, pair, { digits: await phone.encryption.safetyNumber(pair), name: 'Binod' })

  test('“Mark as verified” applies to the number on the screen', async () => {
    const all = await givenPhone()
    const { phone, pair } = all
    const digits = await phone.encryption.safetyNumber(pair)
    await all.addTablet()
    await announceChange(phone, pair)
    await pressVerify(phone, pair, { digits, name: 'Binod' })
    expect(await phone.encryption.safetyNumber(pair)).not.toBe(digits)
    expect(phone.encryption.conversation(pair).get()).toMatchObject({ isVerified: false })
    await verify(all)
    expect(phone.encryption.conversation(pair).get()).toMatchObject({ isVerified: true })
  })

  test('“Send anyway” applies to the devices on the screen', async () => {
    const all = await givenPhone()
    const { phone, pair, people, oracle, liar } = all
    await verify(all)
    liar.plan = await answeringChain(await forgeChain(people.binod._id, 1))
    await announceChange(phone, pair)
    const shown = newsShown(phone, pair)
    expect(warningsOf(phone, pair)).toEqual(['started over', 'no longer verified', 'cannot send: devicesChanged'])
    liar.plan = await answeringChain(await forgeChain(people.binod._id, 2))
    phone.hear('encryption_changed', { conversationId: pair })
    await settled()
    await pressAccept(phone, pair, shown)
    const before = phone.sent.length
    await write({ page: phone, oracle, to: pair, text: 'My locker code is 4711' })
    expect(warningsOf(phone, pair)).toContain('cannot send: devicesChanged')
    expect(phone.sent.slice(before).filter(({ endpoint }) => endpoint === encryptionApi.saveKey)).toEqual([])
    await pressAccept(phone, pair)
    expect(warningsOf(phone, pair)).toEqual([])
  })
})

test('a response of the server does not delete the keys of a browser', async () => {
  const all = await givenPhone()
  const { liar, deviceId, phone, pair } = all
  const { deviceTaken } = encryptionErrors
  liar.plan = {
    instead: ({ endpoint }) => (endpoint === encryptionApi.registerDevice ? new CallError(deviceTaken.status, deviceTaken) : undefined),
  }
  const refused = await reload(all, phone)
  liar.plan = {}
  const again = await reload(all, refused)
  expect(again.encryption.deviceId.get()).toBe(deviceId)
  expect(unwarned(again, pair)).toContain('Is seat four free')
})

test('a new browser shows no plaintext from after a chat was encrypted', async () => {
  const all = await givenPhone()
  const { phone, oracle, pair, places, profiles, open } = all
  const liar = all.scene.liar()
  await all.addTablet()
  const tablet = await open(profiles.tablet, liar)
  await announceChange(phone, pair)
  await write({ page: phone, oracle, to: pair, text: 'Welcome to your new tablet' })
  const plain = ({ encryption: _, ...message }: Message): Message => ({ ...message, content: lie, replyTo: null })
  const later = (conversation: Conversation): Conversation => ({ ...conversation, lastSeq: 1_000 })
  const onMessages = messages(pair, (items) => items.map((item) => (item.seq === 3 ? plain(item) : item)))
  liar.plan = {
    rewrite: (source, answer, about) => {
      if (source === listSource) return { ...answer, items: answer.items.map(later) }
      return source === 'GET /chat/conversations/:id' ? later(answer) : onMessages(source, answer, about)
    },
  }
  await look(tablet, [places.pair])
  expect(unwarned(tablet, pair)).toContain('Welcome to your new tablet')
  expect(unwarned(tablet, pair)).not.toContain(lie)
})

test('opening Chat creates no key', async () => {
  const { app, open, places } = await givenPhone()
  const profile = newProfile(await app.as('student', { name: 'Deepa' }))
  const page = await open(profile)
  await look(page, [])
  expect(page.sent.map(({ endpoint }) => sourceOf(endpoint))).not.toContain(sourceOf(encryptionApi.registerDevice))
  expect(page.encryption.deviceId.get()).toBeNull()
  expect(places.pair).toBeTruthy()
})

describe('a stolen and removed device that colludes with the server', () => {
  /** Binod’s tablet wrote messages and was removed, and Asha knows of both. */
  const givenStolen = async () => {
    const all = await givenPhone()
    const { open, profiles, phone, pair, oracle } = all
    await all.addTablet()
    const [tablet, desk] = [await open(profiles.tablet), await open(profiles.desk)]
    await announceChange(phone, pair)
    await pressAccept(phone, pair)
    await write({ page: phone, oracle, to: pair, text: 'Hello to your tablet' })
    await look(tablet, [pair])
    await write({ page: tablet, oracle, to: pair, text: 'Hello from my tablet' })
    const device = await stolenFrom(profiles.tablet)
    const during = await honestStatus(all.scene, 'binod', pair, device.deviceId)
    const like = shownAs(phone, pair, 'Hello from my tablet')
    if (!like || during.keyVersion !== like.encryption?.keyVersion) throw new Error('The tablet has written nothing')
    const atThatTime = await listsOf(all.scene, all.people.binod._id)
    await desk.encryption.removeDevice(device.deviceId)
    await settled()
    all.close(tablet)
    await announceChange(phone, pair)
    await write({ page: phone, oracle, to: pair, text: 'Where is your tablet' })
    expect(warningsOf(phone, pair)).toEqual([])
    const known = { device, key: await keyOf(all, during, device), keyVersion: during.keyVersion, hash: during.versionHash ?? '' }
    return { ...all, device, like, known, head: like.encryption.head ?? '', atThatTime }
  }
  type Stolen = Awaited<ReturnType<typeof givenStolen>>

  /** A message that the tablet writes now and dates back, or its edit of an earlier one. */
  const forged = ({ like, known, head }: Stolen, editOf?: Message) =>
    forgeMessage({ ...known, like, head, text: lie, seq: like.seq, ...(editOf && { editOf }) })

  test('no back-dated message of it passes for one from before', async () => {
    const all = await givenStolen()
    const { phone, pair, liar, like } = all
    const message = await forged(all)
    liar.plan = { rewrite: messages(pair, (items) => items.map((item) => (item.seq === like.seq ? message : item))) }
    const page = await reload(all, phone)
    expect(unwarned(page, pair)).not.toContain(lie)
    expect(page.messages(pair).find(({ content }) => content === lie)?.marks).toContain('removedDevice')
  })

  test('cannot pass off an edit as an earlier one', async () => {
    const all = await givenStolen()
    const { phone, pair, liar, like } = all
    const message = await forged(all, like)
    liar.plan = { rewrite: messages(pair, (items) => items.map((item) => (item.seq === like.seq ? message : item))) }
    const shown = unwarned(await reload(all, phone), pair)
    expect(shown).toContain('Hello to your tablet')
    expect(shown).not.toContain(lie)
  })

  test('no other text of a revision that was shown replaces it', async () => {
    const all = await givenStolen()
    const { phone, pair, liar, like, known, head } = all
    const message = await forgeMessage({ ...known, like, head, text: lie, seq: like.seq, editOf: like, isSameRevision: true })
    liar.plan = { rewrite: messages(pair, (items) => items.map((item) => (item.seq === like.seq ? message : item))) }
    const page = await reload(all, phone)
    expect(unwarned(page, pair)).not.toContain(lie)
    expect(page.messages(pair).find(({ seq }) => seq === like.seq)).toMatchObject({ unreadable: 'changed' })
  })

  test('has no messages shown under a key from after its removal, even if a member shared the key', async () => {
    const all = await givenStolen()
    const { phone, pair, device, like, profiles, people } = all
    const desk = await stolenFrom(profiles.desk)
    const now = await honestStatus(all.scene, 'binod', pair, desk.deviceId)
    const { head } = now.heads.find(({ userId }) => userId === people.binod._id) ?? {}
    const version = { key: await keyOf(all, now, desk), keyVersion: now.keyVersion, hash: now.versionHash ?? '' }
    const seq = (phone.messages(pair).at(-1)?.seq ?? 0) + 1
    for (const [at, named] of [head ?? '', all.head].entries())
      phone.hear('new_message', await forgeMessage({ ...version, like, device, head: named, text: lie, seq: seq + at }))
    await settled()
    expect(phone.messages(pair).map(({ content }) => content)).not.toContain(lie)
    phone.hear('new_message', await forgeMessage({ ...version, like, device: desk, head: head ?? '', text: lie, seq: seq + 2 }))
    await settled()
    expect(unwarned(phone, pair)).toContain(lie)
  })

  test('has no messages shown in the list as earlier ones', async () => {
    const all = await givenStolen()
    const { phone, pair, liar } = all
    const message = await forged(all)
    const lastIn = (page: Page) => page.listed().find(({ _id }) => _id === pair)?.lastMessage
    phone.hear('new_message', { ...message, seq: (phone.messages(pair).at(-1)?.seq ?? 0) + 1 })
    await settled()
    expect([phone.messages(pair).at(-1)?.content, lastIn(phone)?._id, lastIn(phone)?.content]).toEqual([lie, message._id, null])
    const change = (item: Conversation): Conversation =>
      item._id === pair ? { ...item, lastMessage: { ...message, seq: item.lastSeq } as never } : item
    liar.plan = {
      rewrite: (source, answer, about) => {
        if (source === listSource) return { ...answer, items: answer.items.map(change) }
        return source === 'GET /chat/conversations/:id' && about === pair ? change(answer) : undefined
      },
    }
    const page = await reload(all, phone)
    const last = lastIn(page)
    expect(last?.content === lie && !isWarned(last)).toBe(false)
  })

  test('cannot create a key that is used for encryption', async () => {
    const all = await givenStolen()
    const { raw } = await tellVersion(all, all.device, all.people.binod._id)
    await write({ page: all.phone, oracle: all.oracle, to: all.pair, text: 'My locker code is 4711' })
    expect(all.oracle.secretsOf(all.pair)).toContain('My locker code is 4711')
    expect(leaksOf(all, all.phone, [raw])).toEqual([])
  })

  test('cannot add a recipient of keys to the list after its removal', async () => {
    const all = await givenStolen()
    const { phone, pair, liar, ghost, people, scene } = all
    const lists = await listsOf(scene, people.binod._id)
    const { list, head } = await forgeList(all.device, lists, ghost)
    liar.plan = await answeringChain([...lists, list], head)
    await announceChange(phone, pair)
    await write({ page: phone, oracle: all.oracle, to: pair, text: 'My locker code is 4711' })
    expect(all.oracle.secretsOf(pair)).toContain('My locker code is 4711')
    expect(leaksIn(phone.sent, all.oracle.secretsOf(pair), { ghost })).toEqual([])
  })

  test('forks the chain with a list replacing the one that removed it, and gets no key', async () => {
    const all = await givenStolen()
    const { phone, pair, liar, ghost, atThatTime, device } = all
    const chain = await verifyChain(atThatTime)
    const added = await consenting(chain, ghost)
    const other = await makeNextList(chain, { by: [device], added: [added] })
    liar.plan = await answeringChain([...atThatTime, other])
    await announceChange(phone, pair)
    expect(warningsOf(phone, pair)).toContain('forked')
    await write({ page: phone, oracle: all.oracle, to: pair, text: 'My locker code is 4711' })
    await pressAccept(phone, pair)
    await write({ page: phone, oracle: all.oracle, to: pair, text: 'My other code is 4712' })
    expect(leaksIn(phone.sent, all.oracle.secretsOf(pair), { ghost })).toEqual([])
  })

  test('a person whom the server hides the removal from sees a different safety number than Binod', async () => {
    const all = await givenStolen()
    const { app, people, open, profiles, atThatTime } = all
    const deepa = await app.as('manager', { name: 'Deepa' })
    const { _id: id } = (await deepa.post('/chat/conversations/private', { userId: people.binod._id })).body
    const liar: Liar = all.scene.liar()
    const desk = await open(profiles.desk)
    const page = await open(newProfile(deepa), liar)
    await (await page.encryption.setUp()).save()
    liar.plan = await answeringChain(atThatTime)
    await desk.encryption.enable(id)
    await announceChange(page, id)
    expect(await page.encryption.safetyNumber(id)).not.toBe(await desk.encryption.safetyNumber(id))
  })
})

describe('a device from before its person started over', () => {
  /** Binod’s desk was stolen. He has started over, Asha has pressed OK, and both have written since. */
  const givenStartedOver = async () => {
    const all = await givenPhone()
    const { open, profiles, people, phone, pair, oracle } = all
    const device = await stolenFrom(profiles.desk)
    const during = await honestStatus(all.scene, 'binod', pair, device.deviceId)
    const like = phone.messages(pair).findLast(({ sender, encryption }) => encryption && sender._id === people.binod._id)
    if (!like) throw new Error('Binod has written nothing')
    const known = { device, key: await keyOf(all, during, device), keyVersion: during.keyVersion, hash: during.versionHash ?? '' }
    const { head } = during.heads.find(({ userId }) => userId === people.binod._id) ?? {}
    const seen = unwarned(phone, pair)
    const tablet = await open(newProfile(people.binod))
    await (await tablet.encryption.setUp({ startsOver: true })).save()
    await announceChange(phone, pair)
    expect(warningsOf(phone, pair)).toContain('started over')
    await pressAccept(phone, pair)
    await look(tablet, [pair])
    await write({ page: phone, oracle, to: pair, text: 'Is it you' })
    await write({ page: tablet, oracle, to: pair, text: 'It is me' })
    expect(unwarned(phone, pair)).toEqual([...seen, 'Is it you', 'It is me'])
    expect(warningsOf(phone, pair)).toEqual([])
    return { ...all, like, known, head: head ?? '', seen: unwarned(phone, pair) }
  }

  test('no new message passes for the words of its person', async () => {
    const all = await givenStartedOver()
    const { phone, pair, like, known, head, seen } = all
    const seq = (phone.messages(pair).at(-1)?.seq ?? 0) + 1
    phone.hear('new_message', await forgeMessage({ ...known, like, head, text: lie, seq }))
    await settled()
    expect(unwarned(phone, pair)).toEqual(seen)
    expect(phone.messages(pair).at(-1)).toMatchObject({ content: lie, marks: ['removedDevice'] })
    expect(phone.listed().find(({ _id }) => _id === pair)?.lastMessage?.content).toBe(null)
  })

  test('cannot pass off a backdated message or an edit as seen before, even after a reload', async () => {
    const all = await givenStartedOver()
    const { phone, pair, liar, like, known, head, seen } = all
    for (const editOf of [undefined, like]) {
      const message = await forgeMessage({ ...known, like, head, text: lie, seq: like.seq, ...(editOf && { editOf }) })
      liar.plan = { rewrite: messages(pair, (items) => items.map((item) => (item.seq === like.seq ? message : item))) }
      const page = await reload(all, phone)
      expect(unwarned(page, pair)).toEqual(seen.filter((text) => text !== like.content))
      all.close(page)
    }
  })
})

/** Returns the key of a version as a device of that time has it. */
const keyOf = async (
  { people, pair }: Pick<Given, 'people' | 'pair'>,
  { header, wrappedKey, signature, keyVersion, versionHash }: EncryptionStatus,
  device: DeviceKeys,
) => {
  const makers = (await people.asha.get(`/user/encryption/people/${header?.byUser}/lists`)).body.items as SignedList[]
  const maker = makers.flatMap(({ added }) => added).find(({ deviceId }) => deviceId === header?.byDevice)
  if (!header || !maker || wrappedKey === null || signature === null || versionHash === null) throw new Error('The tablet has no key')
  const by = await browserCrypto.publicDeviceOf(maker)
  return unwrapWithHeader({
    ...{ conversation: pair, keyVersion, hash: versionHash, keyHash: header.keyHash, device, wrappedKey, signature, by },
    extractable: true,
  })
}
