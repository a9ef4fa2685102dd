import { setImmediate as turn } from 'node:timers/promises'
import { fillPath } from '#contract/endpoint.ts'
import { toSent } from '#server/realtime/send.ts'
import { afterFile } from '#server/testing/afterwards.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { groupOf, privateOf } from '../../../../conversations/server/testing/chat.ts'
import { encryptionApi } from '../../../encryption.contract.ts'
import { allowEncryption } from '../allowed.ts'
import { givenListed } from '../chains.ts'
import { markKeys } from '../madeKeys.ts'
import { edit, look, pair, shownAs, write } from './deeds.ts'
import { type Ghost, makeGhost } from './ghost.ts'
import { Liar, type Lie, type Sent } from './liar.ts'
import { Memory } from './memory.ts'
import { Oracle } from './oracle.ts'
import { copyOf, newProfile, openPage, type Page, type Profile } from './page.ts'
import { pressAccept } from './presses.ts'
import { copyRows, putBackRows, type Rows } from './rows.db.ts'
import { countCryptography, counted, settled } from './underWay.ts'

/** The browsers of the hall. The laptop waits to be added; the tablet was added, but the server does not know it yet. */
export type Profiles = Record<'phone' | 'laptop' | 'desk' | 'tablet' | 'office', Profile>
export type People = Record<'asha' | 'binod' | 'chetan', SignedInPerson>
/** Asha’s chats with Binod and Chetan, and the group of all three; all of them are encrypted. */
export type Places = Record<'pair' | 'other' | 'group', string>
/** A group of five with a file in it, and Asha’s unencrypted chat with Deepa: browsers opened before have not seen them. */
export type Circle = Record<'five' | 'fresh', string>

/** The hall at the moment when every lie starts, with pages that can be opened and closed. */
export type Scene = {
  app: Given
  people: People
  places: Places
  profiles: Profiles
  oracle: Oracle
  ghost: Ghost
  /** Asha’s recovery code. */
  code: string
  /** Where a story about them starts; empty in others. */
  circle: Partial<Circle>
  /** Adds Binod’s tablet, as his desk did before the story. */
  addTablet: () => Promise<void>
  /** Opens a browser’s page; with `lie`, the server tells it that lie. */
  open: (profile: Profile, liar?: Liar) => Promise<Page>
  liar: (lie?: Lie) => Liar
  close: (page: Page) => void
}

/** The start of a story: after the history of three chats, or after the circle was created too. */
export type Moment = 'past' | 'circle'
export type Hall = { scene: (begins?: Moment) => Promise<Scene>; liars: Pick<Scene, 'liar'> }

const roomsOf = ({ _id }: SignedInPerson, groups: readonly string[]): string[] => [
  `person:${_id}`,
  ...groups.map((id) => `conversation:${id}`),
]

/** Delivers the server’s published events to the open pages, like their sockets would. */
const deliverEvents = (app: Given, pages: ReadonlySet<Page>, groups: readonly string[]): void => {
  const { live } = app.platform
  const publish = live.publish.bind(live)
  live.publish = (rooms, event, payload) => {
    publish(rooms, event, payload)
    const text = JSON.stringify(toSent(event, payload))
    const hears = ({ profile }: Page) => roomsOf(profile.person, groups).some((room) => (rooms as readonly string[]).includes(room))
    for (const page of [...pages].filter(hears))
      void counted(async () => {
        await turn()
        if (pages.has(page)) page.hear(event.name, JSON.parse(text))
      })
  }
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

/** Everybody dismisses the notices about devices. */
const acceptAll = async (pages: readonly Page[], places: Places): Promise<void> => {
  for (const page of pages) for (const id of Object.values(places)) await pressAccept(page, id)
}

/**
 * The history before any lie: three encrypted chats with a reply and edits; the first has an unencrypted message. Returns Asha’s
 * code.
 */
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
  // The following messages need another key version.
  await (await desk.encryption.makeRecoveryCode()).save()
  await settled()
  await acceptAll([phone, desk, office], places)
  await edit(desk, oracle, answered, 'Yes it is free')
  await write({ page: phone, oracle, to: chat, text: 'See you on Monday' })
  await write({ page: office, oracle, to: other, text: 'Your fee is due' })
  await write({ page: office, oracle, to: group, text: 'The hall is closed on Friday' })
  const laptop = await open(profiles.laptop)
  await laptop.encryption.requestAccess()
  await look(laptop, Object.values(places))
  for (const page of [phone, desk, office]) await page.pass(60_000)
  // Messages seen here are remembered, regardless of later responses.
  for (const page of [phone, desk]) for (const id of Object.values(places)) oracle.faultsOf(page, id)
  for (const page of [phone, desk, office, laptop]) close(page)
  return code
}

const toldOfDevices = [encryptionApi.registerDevice, encryptionApi.saveLists, encryptionApi.shareKeys] as const

/** Adds Binod’s tablet, which the server then forgets. Returns the requests it received. */
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

/** Repeats requests to the server. */
const repeat = (person: SignedInPerson, requests: readonly Sent[]) => async (): Promise<void> => {
  for (const { endpoint, params, body } of requests) {
    const { status } = await person.put(fillPath(endpoint.path, params), body as object)
    if (status !== 200) throw new Error(`${endpoint.path} answers ${status}`)
  }
  await settled()
}

export const listOfFive = new File(['Asha, Binod, Chetan, Deepa, Esha'], 'Five names.txt', { type: 'text/plain' })

/**
 * Creates what Asha’s new browser sees first: a group of five, of whom she has met two, with a file and a mention of her; and a
 * chat with Deepa.
 */
const tellCircle = async (scene: Scene, groups: string[]): Promise<Circle> => {
  const { app, oracle, people, profiles, open, close } = scene
  const { asha, binod, chetan } = people
  const [deepa, esha] = [await app.as('student', { name: 'Deepa' }), await app.as('student', { name: 'Esha' })]
  for (const person of [deepa, esha]) await givenListed(person)
  const five = await groupOf(app, [asha, binod, chetan, deepa, esha], 'Five')
  groups.push(five)
  const fresh = await privateOf(asha, deepa)
  const [desk, office] = [await open(profiles.desk), await open(profiles.office)]
  await office.encryption.enable(five)
  for (const page of [desk, office]) await look(page, [five])
  await write({ page: office, oracle, to: five, text: 'We five meet at noon' })
  await write({ page: desk, oracle, to: five, text: 'Here are our names', file: listOfFive, whom: asha })
  await write({ page: desk, oracle, to: five, text: 'Forget what I said' })
  for (const page of [desk, office]) await page.pass(60_000)
  for (const page of [desk, office]) close(page)
  await settled()
  return { five, fresh }
}

/** A moment that scenes start at: its browsers, rows, and keys. */
type Kept = { scene: Scene; rows: Rows; keys: () => void }

/**
 * Creates a hall with Asha, Binod and Chetan, in which lies are told. It lasts until the end of the file, because its history takes
 * longer than most lies.
 */
export const givenHall = async (): Promise<Hall> => {
  countCryptography()
  const app = await given({ rateLimits: false }, { lasts: 'file' })
  await allowEncryption(app.db)
  const people = await givenPeople(app)
  const { asha, binod, chetan } = people
  const places: Places = {
    pair: await privateOf(asha, binod),
    other: await privateOf(asha, chetan),
    group: await groupOf(app, [asha, binod, chetan]),
  }
  const pages = new Set<Page>()
  const groups = [places.group]
  deliverEvents(app, pages, groups)
  // Registered once for all pages: one test opens thousands, and a clean-up for each would keep them all in memory.
  afterFile(() => {
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
  const begun = { app, people, places, profiles, ghost, oracle: new Oracle(), code: '', circle: {}, addTablet: async () => {} }
  const code = await tellPast({ ...begun, ...pageActions(memory) })
  const addTablet = repeat(binod, await tabletAdded({ ...begun, ...pageActions(memory) }))
  const first: Scene = { ...begun, code, addTablet, ...pageActions(memory) }
  const begin = async ({ scene, rows, keys }: Kept): Promise<Scene> => {
    countCryptography()
    for (const page of pages) first.close(page)
    await settled()
    await putBackRows(app.db, rows)
    keys()
    const names = Object.keys(profiles) as (keyof Profiles)[]
    const copies = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await copyOf(scene.profiles[name])]))) as Profiles
    const oracle = scene.oracle.copy(new Map(names.map((name) => [scene.profiles[name], copies[name]])))
    return { ...scene, profiles: copies, oracle, ...pageActions(memory.copy()) }
  }
  const keep = async (scene: Scene): Promise<Kept> => ({ scene, rows: await copyRows(app.db), keys: markKeys() })
  const past = await keep(first)
  /** The circle takes a while to create, and most attacks do without it. */
  let circles: Promise<Kept> | undefined
  const withCircle = async (): Promise<Kept> => {
    const scene = await begin(past)
    return keep({ ...scene, circle: await tellCircle(scene, groups) })
  }
  const scene = async (begins: Moment = 'past') => {
    if (begins === 'past') return begin(past)
    circles ??= withCircle()
    return begin(await circles)
  }
  return { scene, liars: pageActions(memory) }
}
