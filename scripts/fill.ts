import { setTimeout as wait } from 'node:timers/promises'
import { customizationLimits } from '../src/system/customization/customization.limits.ts'
import { type Book, bind } from './books.ts'
import type { Who } from './chats.ts'
import {
  accounts,
  announcements,
  begun,
  type DemoNotice,
  hall,
  hallToday,
  landing,
  notices,
  password,
  pictures,
  type Shelf,
  shelves,
  starred,
  students,
  systemName,
} from './demoHall.ts'
import { chatter } from './fillChats.ts'
import { type Call, collect } from './fillFees.ts'
import { portrait, roomPicture, shelfPicture } from './pictures.ts'
import { sayings } from './sayings.ts'

/** Makes calls as a person would, waiting when the server asks to wait. */
const caller =
  (origin: string, token?: string): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...(token && { authorization: token }), ...(body && !isForm && { 'content-type': 'application/json' }) },
      body: body && (isForm ? body : JSON.stringify(body)),
    })
    if (response.status === 429) {
      await wait(1_000 * Number(response.headers.get('retry-after') ?? 1))
      return caller(origin, token)(method, path, body)
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`)
    return text && JSON.parse(text)
  }

/** Waits until the server can serve; gives up after a minute. */
export const ready = async (origin: string): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    const { ok } = await fetch(`${origin}/readyz`).catch(() => ({ ok: false }))
    if (ok) return
    await wait(100)
  }
  throw new Error(`There is no response from ${origin}.`)
}

/** Returns undefined if someone has changed the password since. */
const signedIn = async (origin: string, email: string): Promise<Call | undefined> => {
  const answer = await caller(origin)<{ token: string }>('POST', '/auth/login', { email, password }).catch(() => undefined)
  return answer && caller(origin, answer.token)
}

const upload = async (call: Call, category: string, book: Book): Promise<void> => {
  const form = new FormData()
  form.append('title', book.title)
  form.append('category', category)
  form.append('pdf', new Blob([new Uint8Array(await bind(book))]), `${book.title}.pdf`)
  await call('POST', '/document', form)
}

const formOf = (fields: Record<string, unknown>, name: string, picture: Buffer, fileName = name): FormData => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== null) form.append(key, String(value))
  form.append(name, new Blob([new Uint8Array(picture)]), `${fileName}.png`)
  return form
}

const stock = async (call: Call, { name, books = [], shelves: below = [] }: Shelf, parentCategory?: string): Promise<void> => {
  const fields = { name, parentCategory }
  const body = parentCategory ? fields : formOf(fields, 'image', await shelfPicture(name.length))
  const { _id } = await call<{ _id: string }>('POST', '/category', body)
  for (const one of books) await upload(call, _id, one)
  for (const shelf of below) await stock(call, shelf, _id)
}

const read = async (call: Call): Promise<void> => {
  const { items } = await call<{ items: { _id: string; title: string }[] }>('GET', '/document?limit=1000')
  for (const { _id, title } of items) {
    if (starred.includes(title)) await call('POST', `/document/${_id}/favorite`)
    const page = begun[title]
    if (page) await call('PUT', `/document/${_id}/progress`, { page })
  }
}

const dayIn = (days: number | undefined): string | undefined =>
  days === undefined ? undefined : new Date(hallToday().getTime() + days * 86_400_000).toISOString().slice(0, 10)

const write = async (call: Call, { title, content, type, priority, publishIn, lastsFor, slot, hasPoster }: DemoNotice): Promise<void> => {
  const fields = { title, content, type, priority, publishAt: dayIn(publishIn), expiresAt: dayIn(lastsFor) }
  if (hasPoster) return call('POST', '/notice', formOf(fields, 'attachment', await shelfPicture(title.length), 'Window seats'))
  const { items = [] } = slot ? await call<{ items: { _id: string }[] }>('GET', `/notice/users?limit=1000&slot=${slot}`) : {}
  const targets = slot ? { targetAllUsers: false, targetUsers: items.map(({ _id }) => _id) } : { targetAllUsers: true }
  await call('POST', '/notice', { ...fields, ...targets })
}

/** Students who chat, by their index in the list. */
const chatting = { asha: 0, aditi: 1, akash: 2, bhavna: 4, farhan: 8, priyanka: 7 } as const

/** Returns the people who chat, signed in; undefined if someone cannot sign in any more. */
const peopleOf = async (origin: string): Promise<Record<Who, Call> | undefined> => {
  const enrolled = students(hallToday(), customizationLimits.seatsDefault)
  const emails = Object.entries(chatting).map(([who, place]) => [who, enrolled[place]?.email ?? ''] as const)
  const staff = (['superadmin', 'admin', 'manager'] as const).map((role) => [role, accounts[role].email] as const)
  const people: Partial<Record<Who, Call>> = {}
  for (const [who, email] of [...staff, ...emails]) {
    const call = await signedIn(origin, email)
    if (!call) return undefined
    people[who as Who] = call
  }
  return people as Record<Who, Call>
}

/** Adds what visitors see on the landing page. */
const furnish = async (call: Call): Promise<void> => {
  for (const { lastsFor, ...announcement } of announcements)
    await call('POST', '/announcement', { ...announcement, expiresAt: dayIn(lastsFor) ?? null })
  for (const [order, picture] of pictures.entries())
    await call('POST', '/gallery', formOf({ ...picture, order }, 'image', await roomPicture(order)))
}

type Progress = {
  /** Called before the first change. */
  onBegin?: () => void
  /** Called once every account works and the seat map is complete; books, payments and chats follow. */
  onSeated?: () => void
}

/**
 * Fills a hall that has only its first superadmin, through the same calls that its people make. One that already has categories, or
 * another password, is left unchanged.
 */
export const fill = async (origin: string, { onBegin, onSeated }: Progress = {}): Promise<void> => {
  const superadmin = await signedIn(origin, accounts.superadmin.email)
  if (!superadmin) return
  const { items } = await superadmin<{ items: unknown[] }>('GET', '/category')
  if (items.length > 0) return
  onBegin?.()
  for (const role of ['admin', 'manager'] as const) await superadmin('POST', '/user', { ...accounts[role], role, password })
  await superadmin('PUT', '/customization/system-name', { systemName })
  await superadmin('PUT', '/customization/theme', { themeId: 'paper' })
  await superadmin('PUT', '/customization/landing', landing(hallToday()))
  await superadmin('PUT', '/customization/hall', hall)
  await superadmin('PUT', '/customization/chat', { allowEncryption: true })
  const waiting = students(hallToday(), customizationLimits.seatsDefault)
  const enrol = async (): Promise<void> => {
    for (let student = waiting.shift(); student; student = waiting.shift()) {
      // Every third one has a picture.
      const seed = waiting.length
      await superadmin('POST', '/user', seed % 3 === 0 ? formOf(student, 'profilePicture', await portrait(seed)) : student)
    }
  }
  await Promise.all([enrol(), enrol()])
  onSeated?.()
  for (const shelf of shelves) await stock(superadmin, shelf)
  await superadmin('POST', '/thought/bulk-import', { thoughts: sayings })
  const manager = await signedIn(origin, accounts.manager.email)
  if (manager) await collect(manager)
  if (manager) for (const notice of notices) await write(manager, notice)
  await furnish(superadmin)
  const student = await signedIn(origin, accounts.student.email)
  if (student) await read(student)
  const people = await peopleOf(origin)
  if (people) await chatter(people)
}

/** The settings for the first start of a demonstration. */
export const demoEnvironment = {
  ADMIN_EMAIL: accounts.superadmin.email,
  ADMIN_PASSWORD: password,
  ADMIN_NAME: accounts.superadmin.name,
} as const

export const printAccounts = (origin: string): void => {
  const rows = Object.entries(accounts).map(([role, { email }]) => `  ${role.padEnd(11)} ${email}`)
  console.log(`\nThe demo is ready at ${origin}. The password of every account is ${password}\n\n${rows.join('\n')}\n`)
}
