import { setImmediate as turn } from 'node:timers/promises'
import type { Message, Quoted } from '#chat/conversations/chat.shapes.contract.ts'
import { fillPath } from '#contract/endpoint.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'
import { groupOf, privateOf } from '../../../../conversations/server/testing/chat.ts'
import { encryptionApi } from '../../../encryption.contract.ts'
import { allowEncryption } from '../allowed.ts'
import { type Ghost, makeGhost } from './ghost.ts'
import { Liar, type Lie, type Sent } from './liar.ts'
import { Memory } from './memory.ts'
import { Oracle, type Written } from './oracle.ts'
import { copyOf, newProfile, openPage, type Page, type Profile } from './page.ts'
import { pressAccept } from './presses.ts'
import { copyRows, putBackRows } from './rows.db.ts'
import { attempt, countCryptography, counted, settled } from './underWay.ts'

/** The browsers of the hall. The laptop waits to be added; the tablet was added, and the server has not heard of it yet. */
export type Profiles = Record<'phone' | 'laptop' | 'desk' | 'tablet' | 'office', Profile>
export type People = Record<'asha' | 'binod' | 'chetan', SignedInPerson>
/** Asha's chats with Binod and Chetan, and the group of all three; all of them encrypted. */
export type Places = Record<'pair' | 'other' | 'group', string>

/** The hall at the moment in which every lie begins, with pages that can be opened and closed. */
export type Scene = {
  app: Given
  people: People
  places: Places
  profiles: Profiles
  oracle: Oracle
  ghost: Ghost
  /** The recovery code of Asha. */
  code: string
  /** Adds Binod's tablet, as his desk did before the story. */
  addTablet: () => Promise<void>
  /** Opens a browser's page; with `lie` the server tells it that. */
  open: (profile: Profile, liar?: Liar) => Promise<Page>
  liar: (lie?: Lie) => Liar
  close: (page: Page) => void
}

export type Hall = { scene: () => Promise<Scene>; liars: Pick<Scene, 'liar'> }

const roomsOf = ({ _id }: SignedInPerson, { group }: Partial<Places>): string[] => [`person:${_id}`, `conversation:${group}`]

/** Brings what the server publishes to the open pages, as their sockets would. */
const deliverEvents = (app: Given, pages: ReadonlySet<Page>, places: Partial<Places>): void => {
  const { live } = app.platform
  const publish = live.publish.bind(live)
  live.publish = (rooms, event, payload) => {
    publish(rooms, event, payload)
    const text = JSON.stringify(payload)
    const hears = ({ profile }: Page) => roomsOf(profile.person, places).some((room) => (rooms as readonly string[]).includes(room))
    for (const page of [...pages].filter(hears))
      void counted(async () => {
        await turn()
        if (pages.has(page)) page.hear(event, JSON.parse(text))
      })
  }
}

/** What a composer takes along of a message that is answered. */
export const quotedFrom = ({ _id, seq, type, content, sender, isDeleted, encryption, clientId }: Message): Quoted => ({
  ...{ _id, seq, type, content, sender: { _id: sender._id, name: sender.name }, isDeleted },
  ...(encryption !== undefined && { encryption, clientId }),
})

type Saying = { page: Page; oracle: Oracle; to: string; text: string; replyTo?: Message; isOpen?: boolean }

/** Writes a message, perhaps in answer to one that the page shows. */
export const write = async ({ page, oracle, to, text, replyTo, isOpen = false }: Saying): Promise<Written> => {
  const answered = replyTo ? (oracle.find(replyTo.content) ?? null) : null
  const written = oracle.wrote({ by: page.me._id, conversation: to, text, replyTo: answered, isOpen })
  await attempt(page.chat.send(to, { content: text, replyTo: replyTo ? quotedFrom(replyTo) : null, mentions: [] }))
  return written
}

/** What a page shows of a text, if it shows it. */
export const shownAs = (page: Page, conversation: string, text: string): Message | undefined =>
  page.messages(conversation).find(({ content }) => content === text)

/** Changes what was written, where the page shows it. A refusal is no fault. */
export const edit = async (page: Page, oracle: Oracle, written: Written, text: string): Promise<void> => {
  const message = shownAs(page, written.conversation, written.texts.at(-1) ?? '')
  if (!message) return
  oracle.edited(written, text)
  await attempt(page.chat.edit(message, text))
}

/** Shows the list and these conversations, one after the other, as a person would look at them. */
export const look = async (page: Page, conversations: readonly string[]): Promise<void> => {
  void page.chat.loadConversations()
  for (const id of conversations) {
    page.encryption.conversation(id)
    page.chat.open(id)
    await settled()
  }
  await page.pass(1_000)
}

const givenPeople = async (app: Given): Promise<People> => ({
  asha: await app.as('student', { name: 'Asha' }),
  binod: await app.as('manager', { name: 'Binod' }),
  chetan: await app.as('admin', { name: 'Chetan' }),
})

/** Makes a browser the first device of its person. Returns the recovery code. */
const setUp = async ({ encryption }: Page): Promise<string> => {
  const { code, save } = await encryption.setUp()
  await save()
  await settled()
  return code
}

/** Adds a browser of a person, whose code is the same on both screens. */
export const pair = async (known: Page, added: Page): Promise<void> => {
  await attempt(added.encryption.useThisBrowser())
  const shown = await attempt(added.encryption.pendingCode())
  const id = added.encryption.deviceId.get()
  if (shown === undefined || id === null || (await attempt(known.encryption.confirmCode(id))) !== shown) return
  await attempt(known.encryption.shareWith(id, () => {}))
  await attempt(added.encryption.confirmPending(shown))
}

/** Everybody presses away what the screens tell of devices. */
const acceptAll = async (pages: readonly Page[], places: Places): Promise<void> => {
  for (const page of pages) for (const id of Object.values(places)) await pressAccept(page, id)
}

/** What has happened before anybody lies: three chats, encrypted, with a reply and edits; the first has an open message. Returns Asha's code. */
const tellPast = async (scene: Scene): Promise<string> => {
  const { oracle, places, profiles, open, close } = scene
  const { pair: chat, other, group } = places
  const [phone, desk, office] = [await open(profiles.phone), await open(profiles.desk), await open(profiles.office)]
  await write({ page: desk, oracle, to: chat, text: 'Welcome to the hall', isOpen: true })
  const [code] = [await setUp(phone), await setUp(desk), await setUp(office)]
  await phone.encryption.enable(chat)
  await phone.encryption.enable(other)
  await office.encryption.enable(group)
  for (const page of [phone, desk, office]) await look(page, Object.values(places))
  const asked = await write({ page: phone, oracle, to: chat, text: 'Is seat four free' })
  const question = shownAs(desk, chat, asked.texts[0] ?? '')
  const answered = await write({ page: desk, oracle, to: chat, text: 'No it is taken', ...(question && { replyTo: question }) })
  await write({ page: phone, oracle, to: chat, text: 'Does Meera owe me money' })
  await write({ page: desk, oracle, to: group, text: 'Good to know' })
  // What follows needs another version of the keys.
  await (await desk.encryption.makeRecoveryCode()).save()
  await settled()
  await acceptAll([phone, desk, office], places)
  await edit(desk, oracle, answered, 'Yes it is free')
  await write({ page: phone, oracle, to: chat, text: 'See you on Monday' })
  await write({ page: office, oracle, to: other, text: 'Your fee is due' })
  await write({ page: office, oracle, to: group, text: 'The hall is closed on Friday' })
  const laptop = await open(profiles.laptop)
  await laptop.encryption.useThisBrowser()
  await look(laptop, Object.values(places))
  for (const page of [phone, desk, office]) await page.pass(60_000)
  // What was seen is remembered, whatever is said later.
  for (const page of [phone, desk]) for (const id of Object.values(places)) oracle.faultsOf(page, id)
  for (const page of [phone, desk, office, laptop]) close(page)
  return code
}

const toldOfDevices = [encryptionApi.registerDevice, encryptionApi.saveLists, encryptionApi.shareKeys] as const

/** Adds Binod's tablet, of which the server forgets again. Returns what it was told. */
const tabletAdded = async ({ app, profiles, open, close }: Scene): Promise<Sent[]> => {
  const rows = await copyRows(app.db)
  const kept = await copyOf(profiles.desk)
  const [desk, tablet] = [await open(kept), await open(profiles.tablet)]
  await pair(desk, tablet)
  for (const page of [desk, tablet]) close(page)
  await settled()
  await putBackRows(app.db, rows)
  const [registering] = toldOfDevices
  const asked = tablet.sent.filter(({ endpoint }) => endpoint === registering).slice(0, 1)
  return [...asked, ...desk.sent.filter(({ endpoint }) => endpoint !== registering && toldOfDevices.includes(endpoint as never))]
}

/** Tells the server something once more. */
const repeat = (person: SignedInPerson, requests: readonly Sent[]) => async (): Promise<void> => {
  for (const { endpoint, params, body } of requests) {
    const { status } = await person.put(fillPath(endpoint.path, params), body as object)
    if (status !== 200) throw new Error(`${endpoint.path} answers ${status}`)
  }
  await settled()
}

/** A hall with Asha, Binod and Chetan, in which lies are told. The app must have no limits of rate. */
export const givenHall = async (app: Given): Promise<Hall> => {
  countCryptography()
  await allowEncryption(app.db)
  const people = await givenPeople(app)
  const { asha, binod, chetan } = people
  const places: Places = {
    pair: await privateOf(asha, binod),
    other: await privateOf(asha, chetan),
    group: await groupOf(app, [asha, binod, chetan]),
  }
  const pages = new Set<Page>()
  deliverEvents(app, pages, places)
  // Once for all pages: thousands are opened in one test, and a clean-up for each would keep them all in memory.
  afterTest(() => {
    for (const page of pages) page.close()
  })
  const [memory, ghost] = [new Memory(), await makeGhost()]
  const victims = [asha._id, binod._id, chetan._id]
  const liarWith = (known: Memory) => (lie?: Lie) => new Liar({ lie, memory: known, ghost, people: victims })
  const pageActions = (known: Memory): Pick<Scene, 'open' | 'close' | 'liar'> => ({
    liar: liarWith(known),
    open: async (profile, liar = liarWith(known)()) => {
      const page = await openPage(app, profile, liar)
      pages.add(page)
      return page
    },
    close: (page) => {
      pages.delete(page)
      page.close()
    },
  })
  const profiles: Profiles = {
    phone: newProfile(asha),
    laptop: newProfile(asha),
    desk: newProfile(binod),
    tablet: newProfile(binod),
    office: newProfile(chetan),
  }
  const begun = { app, people, places, profiles, ghost, oracle: new Oracle(), code: '', addTablet: async () => {} }
  const code = await tellPast({ ...begun, ...pageActions(memory) })
  const addTablet = repeat(binod, await tabletAdded({ ...begun, ...pageActions(memory) }))
  const first: Scene = { ...begun, code, addTablet, ...pageActions(memory) }
  const rows = await copyRows(app.db)
  const scene = async (): Promise<Scene> => {
    for (const page of pages) first.close(page)
    await settled()
    await putBackRows(app.db, rows)
    const names = Object.keys(profiles) as (keyof Profiles)[]
    const copies = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await copyOf(profiles[name])]))) as Profiles
    const oracle = first.oracle.copy(new Map(names.map((name) => [profiles[name], copies[name]])))
    return { ...first, profiles: copies, oracle, ...pageActions(memory.copy()) }
  }
  return { scene, liars: pageActions(memory) }
}
