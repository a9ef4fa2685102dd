import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { defaultPalette } from '#contract/theme/palette.ts'
import { unique } from '#server/testing/access/things.ts'
import { imageForm } from '#server/testing/gallery.ts'
import { type Answer, type Given, given, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { givenAccount, newAccount } from '#server/testing/people.ts'
import { picture } from '#server/testing/pictures.ts'
import { collectLimits, inlined } from '../scripts/limits.ts'

/*
 * Collects the limits of the platform and of all features into one table, and tries each over HTTP: one below it, at it, and one above
 * it.
 */

const declared = await collectLimits()
const collected = new Map(declared)

type Hall = { app: Given; superadmin: SignedInPerson; student: SignedInPerson; category: string }
type Limit = {
  what: string
  limit: string
  /** The status of input within the limit; input beyond it gets 400. */
  within: number
  /** A lower limit: input below it is refused. */
  isLower?: true
  /** Each size is sent in a new hall, because it would meet what another one left. */
  alone?: true
  send: (hall: Hall, size: number) => Promise<Answer>
}

/** A text of so many characters, each of two UTF-16 units and four bytes. */
const long = (size: number): string => '🔑'.repeat(size)
const password = (size: number): string => `${'🔑'.repeat(size - 1)}!`
const emailOf = (size: number): string => `${'a'.repeat(size - '@example.org'.length)}@example.org`
const person = () => ({ name: 'Asha', email: `${unique('asha')}@example.org`, password: 'correct horse battery', role: 'student' })
const announcement = { title: 'Holiday', content: 'Closed on Monday', priority: 0, expiresAt: null }
const notice = { title: 'Holiday', content: 'Closed on Monday', type: 'tab' }
const searched = (path: string) => (who: SignedInPerson, size: number) => who.get(`${path}?search=${encodeURIComponent(long(size))}`)
const listed = (path: string) => (who: SignedInPerson, size: number) => who.get(`${path}?limit=${size}`)
const someIds = (size: number) => Array.from({ length: size }, (_, index) => `document-${index}`)
const landing =
  (body: (size: number) => object) =>
  ({ superadmin }: Hall, size: number) =>
    superadmin.put('/customization/landing', body(size))
const map = 'https://www.google.com/maps/embed?pb='
const closure = (reason: string) => ({ date: '2026-12-25', reason })
const figures = (figure: object) => [figure, figure, figure, figure]
const changePassword = async ({ app }: Hall, next: string) => {
  const { email, password: current } = await givenAccount(app, { email: `${unique('meera')}@example.org` })
  const { token } = (await app.anyone().post('/auth/login', { email, password: current })).body
  return app.withToken(token).post('/auth/password', { current, next })
}

const charge =
  (body: (size: number) => object) =>
  async ({ superadmin, student }: Hall, size: number) =>
    superadmin.post('/user/fees', { studentId: student._id, kind: 'late', month: 1, year: 2026, amount: 50, ...body(size) })
const payment = (body: (size: number, feeIds: string[]) => object) => async (hall: Hall, size: number) => {
  const { body: fee } = await charge(() => ({}))(hall, 0)
  const sent = { studentId: hall.student._id, amount: 50, method: 'upi', referenceSkipped: true }
  return hall.superadmin.post('/user/fees/payments', { ...sent, ...body(size, [fee._id]) })
}

const inGeneral =
  (body: (size: number) => object) =>
  ({ student }: Hall, size: number) =>
    student.post('/chat/conversations/general/messages', body(size))

const stop =
  (body: (size: number) => object) =>
  ({ superadmin, student }: Hall, size: number) =>
    superadmin.put(`/chat/admin/people/${student._id}/stop`, { until: '2099-01-01', ...body(size) })

const newGroup =
  (body: (size: number) => object) =>
  ({ superadmin }: Hall, size: number) =>
    superadmin.post('/chat/admin/groups', { name: 'Physics', ...body(size) })

const highlight = { kind: 'highlight', page: 1, start: 0, end: 9, quote: 'Light', color: 'yellow', note: '' }
const mark =
  (body: (size: number) => object) =>
  async ({ superadmin, student, category }: Hall, size: number) => {
    const { _id } = await givenDocument(superadmin, unique('Waves'), category)
    return student.put(`/document/${_id}/marks/a`, body(size))
  }

const table: Limit[] = [
  { what: 'a chat message', limit: 'chatLimits.messageContent', within: 201, send: inGeneral((size) => ({ content: long(size) })) },
  {
    what: 'a page of messages',
    limit: 'chatLimits.messagesMax',
    within: 200,
    send: ({ student }, size) => listed('/chat/conversations/general/messages')(student, size),
  },
  {
    what: 'a page of a search in messages',
    limit: 'chatLimits.messageHitsMax',
    within: 200,
    send: ({ student }, size) => student.get(`/chat/search?q=hello&limit=${size}`),
  },
  {
    what: 'people whom a message names',
    limit: 'chatLimits.mentions',
    within: 201,
    send: async (hall, size) => {
      const people = Array.from({ length: size }, () => newAccount('student'))
      await hall.app.db.insertInto('users').values(people).execute()
      return inGeneral(() => ({ content: 'All', mentions: people.map(({ id }) => id) }))(hall, size)
    },
  },
  { what: 'the name of a group', limit: 'groupLimits.name', within: 201, send: newGroup((size) => ({ name: long(size) })) },
  {
    what: 'the description of a group',
    limit: 'groupLimits.description',
    within: 201,
    send: newGroup((size) => ({ description: long(size) })),
  },
  {
    what: 'members who are added at once',
    limit: 'groupLimits.membersAtOnce',
    within: 200,
    send: async (hall, size) => {
      const people = Array.from({ length: size }, () => newAccount('student'))
      for (let done = 0; done < size; done += 500)
        await hall.app.db
          .insertInto('users')
          .values(people.slice(done, done + 500))
          .execute()
      const { _id } = (await newGroup(() => ({}))(hall, 0)).body
      return hall.superadmin.post(`/chat/admin/groups/${_id}/members`, { userIds: people.map(({ id }) => id) })
    },
  },
  {
    what: 'why a message is flagged',
    limit: 'moderationLimits.flagReason',
    within: 200,
    send: async (hall, size) => {
      const { _id } = (await inGeneral(() => ({ content: 'Hello' }))(hall, 0)).body
      return hall.superadmin.put(`/chat/messages/${_id}/flag`, { flag: true, reason: long(size) })
    },
  },
  {
    what: 'why a message is reported',
    limit: 'moderationLimits.reportReason',
    within: 201,
    send: async (hall, size) => {
      const { _id } = (await inGeneral(() => ({ content: 'Hello' }))(hall, 0)).body
      return hall.superadmin.post(`/chat/messages/${_id}/report`, { reason: long(size) })
    },
  },
  { what: 'why someone may not write', limit: 'moderationLimits.stopReason', within: 200, send: stop((size) => ({ reason: long(size) })) },
  {
    what: 'the hours of messages that are deleted',
    limit: 'moderationLimits.deleteHours',
    within: 200,
    send: stop((size) => ({ deleteHours: size })),
  },
  {
    what: 'the words of a search for conversations',
    limit: 'limits.search',
    within: 200,
    send: ({ student }, size) => searched('/chat/conversations')(student, size),
  },
  {
    what: 'a page of conversations',
    limit: 'limits.listMax',
    within: 200,
    send: ({ student }, size) => listed('/chat/conversations')(student, size),
  },
  {
    what: 'a page of people to write to',
    limit: 'limits.listMax',
    within: 200,
    send: ({ student }, size) => listed('/chat/users/search')(student, size),
  },
  {
    what: 'the months of a report',
    limit: 'reportLimits.months',
    within: 200,
    send: ({ superadmin }, size) =>
      superadmin.get(
        `/user/fees/months?from=2020-01&to=${2020 + Math.floor((size - 1) / 12)}-${String(((size - 1) % 12) + 1).padStart(2, '0')}`,
      ),
  },
  {
    what: 'the days of a report of collections',
    limit: 'reportLimits.days',
    within: 200,
    send: ({ superadmin }, size) => superadmin.get(`/user/fees/collections?from=2024-01-01&to=${addDays('2024-01-01', size - 1)}`),
  },
  {
    what: 'the days of an export of collections',
    limit: 'reportLimits.days',
    within: 200,
    send: ({ superadmin }, size) =>
      superadmin.get(`/user/fees/collections/export?format=csv&from=2024-01-01&to=${addDays('2024-01-01', size - 1)}`),
  },
  {
    what: 'a search of dues',
    limit: 'limits.search',
    within: 200,
    send: ({ superadmin }, size) => searched('/user/fees/dues')(superadmin, size),
  },
  {
    what: 'a page of dues',
    limit: 'limits.listMax',
    within: 200,
    send: ({ superadmin }, size) => listed('/user/fees/dues')(superadmin, size),
  },
  {
    what: 'a page of closings',
    limit: 'limits.listMax',
    within: 200,
    send: ({ superadmin }, size) => listed('/user/fees/closings')(superadmin, size),
  },
  {
    what: 'whom cash was handed to',
    limit: 'limits.personName',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/user/fees/closings', { counted: 1, handedOver: 1, receiver: long(size) }),
  },
  {
    what: 'the notes of a closing',
    limit: 'cashboxLimits.notes',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/user/fees/closings', { counted: 0, notes: long(size) }),
  },
  {
    what: 'what an entry of the cash box was for',
    limit: 'cashboxLimits.purpose',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/user/fees/box', { kind: 'out', amount: 1, purpose: long(size) }),
  },
  {
    what: 'a page of the cash box',
    limit: 'limits.listMax',
    within: 200,
    send: ({ superadmin }, size) => listed('/user/fees/box')(superadmin, size),
  },
  {
    what: 'the reason of a void of the cash box',
    limit: 'limits.reason',
    within: 200,
    send: async ({ superadmin }, size) => {
      const { _id } = (await superadmin.post('/user/fees/box', { kind: 'out', amount: 1, purpose: 'Water' })).body
      return superadmin.post(`/user/fees/box/${_id}/void`, { reason: long(size) })
    },
  },
  {
    what: 'a usual purpose',
    limit: 'customizationLimits.boxPurpose',
    within: 200,
    send: ({ superadmin }, size) => superadmin.put('/customization/hall', { boxPurposes: [long(size)] }),
  },
  {
    what: 'usual purposes',
    limit: 'customizationLimits.boxPurposes',
    within: 200,
    send: ({ superadmin }, size) =>
      superadmin.put('/customization/hall', { boxPurposes: Array.from({ length: size }, (_, at) => `Purpose ${at}`) }),
  },
  {
    what: 'the name of a category',
    limit: 'categoryLimits.name',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/category', { name: long(size) }),
  },
  {
    what: 'the name of a person',
    limit: 'limits.personName',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/user', { ...person(), name: long(size) }),
  },
  {
    what: 'an email',
    limit: 'limits.email',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/user', { ...person(), email: emailOf(size) }),
  },
  {
    what: 'a new password',
    limit: 'limits.passwordMax',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/user', { ...person(), password: password(size) }),
  },
  {
    what: 'a new password',
    limit: 'limits.passwordMin',
    within: 201,
    isLower: true,
    send: ({ superadmin }, size) => superadmin.post('/user', { ...person(), password: password(size) }),
  },
  { what: 'a changed password', limit: 'limits.passwordMax', within: 204, send: (hall, size) => changePassword(hall, password(size)) },
  {
    what: 'a changed password',
    limit: 'limits.passwordMin',
    within: 204,
    isLower: true,
    send: (hall, size) => changePassword(hall, password(size)),
  },
  {
    what: 'the title of a document',
    limit: 'documentLimits.title',
    within: 201,
    send: ({ superadmin, category }, size) =>
      superadmin.post('/document', uploadForm({ title: long(size), category, file: pdf({ title: unique('Waves') }) })),
  },
  {
    what: 'how many documents are moved at once',
    limit: 'documentLimits.atOnce',
    within: 200,
    send: ({ superadmin }, size) => superadmin.post('/document/move', { ids: someIds(size), category: null }),
  },
  {
    what: 'how many documents are deleted at once',
    limit: 'documentLimits.atOnce',
    within: 200,
    send: ({ superadmin }, size) => superadmin.post('/document/remove', { ids: someIds(size) }),
  },
  {
    what: 'the page where someone stopped reading',
    limit: 'readingLimits.page',
    within: 200,
    send: async ({ superadmin, student, category }, size) => {
      const { _id } = await givenDocument(superadmin, unique('Waves'), category)
      return student.put(`/document/${_id}/progress`, { page: size })
    },
  },
  { what: 'the page of a bookmark', limit: 'marksLimits.page', within: 200, send: mark((page) => ({ kind: 'bookmark', page })) },
  { what: 'where a highlight ends', limit: 'marksLimits.position', within: 200, send: mark((end) => ({ ...highlight, end })) },
  { what: 'the text of a highlight', limit: 'marksLimits.quote', within: 200, send: mark((size) => ({ ...highlight, quote: long(size) })) },
  { what: 'a note on a document', limit: 'marksLimits.note', within: 200, send: mark((size) => ({ ...highlight, note: long(size) })) },
  {
    what: 'the title of a notice',
    limit: 'noticeLimits.title',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/notice', { ...notice, title: long(size) }),
  },
  {
    what: 'the content of a notice',
    limit: 'noticeLimits.content',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/notice', { ...notice, content: long(size) }),
  },
  {
    what: 'the priority of a notice',
    limit: 'noticeLimits.priority',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/notice', { ...notice, priority: size }),
  },
  {
    what: 'the title of an announcement',
    limit: 'announcementLimits.title',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/announcement', { ...announcement, title: long(size) }),
  },
  {
    what: 'the content of an announcement',
    limit: 'announcementLimits.content',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/announcement', { ...announcement, content: long(size) }),
  },
  {
    what: 'the priority of an announcement',
    limit: 'announcementLimits.priority',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/announcement', { ...announcement, priority: size }),
  },
  {
    what: 'the title of a picture',
    limit: 'galleryLimits.title',
    within: 201,
    send: async ({ superadmin }, size) => superadmin.post('/gallery', imageForm({ title: long(size) }, await picture())),
  },
  {
    what: 'the description of a picture',
    limit: 'galleryLimits.description',
    within: 201,
    send: async ({ superadmin }, size) =>
      superadmin.post('/gallery', imageForm({ title: 'Hall', description: long(size) }, await picture())),
  },
  {
    what: 'the place of a picture',
    limit: 'galleryLimits.order',
    within: 201,
    send: async ({ superadmin }, size) => superadmin.post('/gallery', imageForm({ title: 'Hall', order: String(size) }, await picture())),
  },
  {
    what: 'documents that are restored at once',
    limit: 'documentLimits.atOnce',
    within: 200,
    send: ({ superadmin }, size) => superadmin.post('/document/restore', { ids: Array.from({ length: size }, (_, at) => `d${at}`) }),
  },
  {
    what: 'a page of deleted documents',
    limit: 'limits.listMax',
    within: 200,
    send: ({ superadmin }, size) => listed('/document/removed')(superadmin, size),
  },
  {
    what: 'a search of documents',
    limit: 'limits.search',
    within: 200,
    send: ({ superadmin }, size) => searched('/document')(superadmin, size),
  },
  {
    what: 'a search in texts',
    limit: 'limits.search',
    within: 200,
    send: ({ student }, size) => student.get(`/document/search?q=${encodeURIComponent(long(size))}`),
  },
  {
    what: 'a page of a search in texts',
    limit: 'limits.listDefault',
    within: 200,
    send: ({ student }, size) => student.get(`/document/search?q=light&limit=${size}`),
  },
  {
    what: 'a search of people for a notice',
    limit: 'limits.search',
    within: 200,
    send: ({ superadmin }, size) => searched('/notice/users')(superadmin, size),
  },
  {
    what: 'a page of people for a notice',
    limit: 'limits.listMax',
    within: 200,
    send: ({ superadmin }, size) => listed('/notice/users')(superadmin, size),
  },
  { what: 'a search of people', limit: 'limits.search', within: 200, send: ({ superadmin }, size) => searched('/user')(superadmin, size) },
  {
    what: 'a search of favourites',
    limit: 'limits.search',
    within: 200,
    send: ({ student }, size) => searched('/document/favorites')(student, size),
  },
  {
    what: 'a page of documents',
    limit: 'limits.listMax',
    within: 200,
    send: ({ superadmin }, size) => listed('/document')(superadmin, size),
  },
  { what: 'a page of people', limit: 'limits.listMax', within: 200, send: ({ superadmin }, size) => listed('/user')(superadmin, size) },
  {
    what: 'a page of favourites',
    limit: 'limits.listMax',
    within: 200,
    send: ({ student }, size) => listed('/document/favorites')(student, size),
  },
  {
    what: 'a page of the ids of favourites',
    limit: 'limits.listMax',
    within: 200,
    send: ({ student }, size) => listed('/document/favorites/ids')(student, size),
  },
  {
    what: 'a page of sessions',
    limit: 'limits.listMax',
    within: 200,
    send: ({ student }, size) => listed('/auth/sessions')(student, size),
  },
  {
    what: 'the number of a seat in a hall that nobody has changed',
    limit: 'customizationLimits.seatsDefault',
    within: 201,
    alone: true,
    send: ({ superadmin }, size) => superadmin.post('/user', { ...person(), seatNumber: size, slot: 'full-day' }),
  },
  {
    what: 'the name of the system',
    limit: 'limits.systemName',
    within: 200,
    send: ({ superadmin }, size) => superadmin.put('/customization/system-name', { systemName: long(size) }),
  },
  {
    what: 'the name of a theme',
    limit: 'customizationLimits.themeName',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/customization/themes/custom', { name: long(size), colors: defaultPalette }),
  },
  {
    what: 'the seats of a hall',
    limit: 'customizationLimits.seatsMax',
    within: 200,
    send: ({ superadmin }, size) => superadmin.put('/customization/hall', { seats: size }),
  },
  { what: 'the address', limit: 'customizationLimits.address', within: 200, send: landing((size) => ({ address: long(size) })) },
  { what: 'the phone number', limit: 'customizationLimits.phone', within: 200, send: landing((size) => ({ phone: '9'.repeat(size) })) },
  {
    what: 'the address of a map',
    limit: 'customizationLimits.mapAddress',
    within: 200,
    send: landing((size) => ({ mapUrl: map.padEnd(size, 'x') })),
  },
  {
    what: 'the closures',
    limit: 'customizationLimits.closures',
    within: 200,
    send: landing((size) => ({ closures: Array.from({ length: size }, () => closure('')) })),
  },
  {
    what: 'the reason of a closure',
    limit: 'customizationLimits.closureReason',
    within: 200,
    send: landing((size) => ({ closures: [closure(long(size))] })),
  },
  {
    what: 'a figure',
    limit: 'customizationLimits.figureValue',
    within: 200,
    send: landing((size) => ({ figures: figures({ value: long(size), label: 'Books' }) })),
  },
  {
    what: 'what a figure counts',
    limit: 'customizationLimits.figureLabel',
    within: 200,
    send: landing((size) => ({ figures: figures({ value: '1', label: long(size) }) })),
  },
  {
    what: 'the name of a shift',
    limit: 'shiftLimits.name',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/customization/shifts', { name: long(size), from: '06:00', to: '07:00' }),
  },
  {
    what: 'what is noted when a locker is taken back',
    limit: 'lockerLimits.note',
    // There is no such locker, which is looked up after the note was checked.
    within: 404,
    send: ({ superadmin }, size) =>
      superadmin.post('/user/lockers/none/take-back', { studentId: 'none', keyReturned: true, note: long(size) }),
  },
  {
    what: 'the lockers that are added at once',
    limit: 'lockerLimits.atOnce',
    within: 201,
    alone: true,
    send: ({ superadmin }, size) => superadmin.post('/user/lockers', { first: 1, count: size }),
  },
  {
    what: 'the name of a room',
    limit: 'roomLimits.name',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/user/seats/rooms', { name: long(size) }),
  },
  {
    what: 'the floor of a room',
    limit: 'roomLimits.floor',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/user/seats/rooms', { name: unique('Hall'), floor: long(size) }),
  },
  {
    what: 'the label of a seat',
    limit: 'roomLimits.label',
    within: 200,
    send: ({ superadmin }, size) => superadmin.put('/user/seats/details', { from: 1, to: 1, labels: { prefix: long(size) } }),
  },
  {
    what: 'why a seat is out of order',
    limit: 'roomLimits.outageReason',
    within: 201,
    alone: true,
    send: ({ superadmin }, size) => superadmin.post('/user/seats/outages', { seatNumber: 1, from: '2099-01-01', reason: long(size) }),
  },
  {
    what: 'the levels of categories',
    limit: 'categoryLimits.levels',
    within: 201,
    alone: true,
    send: async ({ superadmin }, size) => {
      let parent: string | undefined
      for (let level = 1; level < size; level++) parent = (await givenCategory(superadmin, `Level ${level}`, parent))._id
      return superadmin.post('/category', { name: 'The lowest', parentCategory: parent })
    },
  },
  {
    what: 'a thought',
    limit: 'thoughtLimits.text',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/thought', { thought: long(size) }),
  },
  {
    what: 'the author of a thought',
    limit: 'thoughtLimits.author',
    within: 201,
    send: ({ superadmin }, size) => superadmin.post('/thought', { thought: 'Read', author: long(size) }),
  },
  {
    what: 'an import of thoughts',
    limit: 'thoughtLimits.atOnce',
    within: 201,
    alone: true,
    send: ({ superadmin }, size) => superadmin.post('/thought/bulk-import', { thoughts: Array(size).fill({ thought: 'Read' }) }),
  },
  { what: 'the amount of a fee', limit: 'limits.rupees', within: 201, send: charge((amount) => ({ amount })) },
  { what: 'the notes of a fee', limit: 'feeLimits.notes', within: 201, send: charge((size) => ({ notes: long(size) })) },
  { what: 'the first year of fees', limit: 'lockLimits.yearMin', within: 201, isLower: true, send: charge((year) => ({ year })) },
  { what: 'the last year of fees', limit: 'lockLimits.yearMax', within: 201, send: charge((year) => ({ year })) },
  {
    what: 'why a reference is used again',
    limit: 'limits.reason',
    within: 201,
    send: payment((size) => ({ referenceReason: long(size) })),
  },
  {
    what: 'the reference of a payment',
    limit: 'feeLimits.reference',
    within: 201,
    alone: true,
    send: payment((size) => ({ reference: long(size) })),
  },
  {
    what: 'the fees that a payment chooses',
    limit: 'feeLimits.atOnce',
    within: 201,
    send: payment((size, [id]) => ({ feeIds: Array(size).fill(id) })),
  },
  {
    what: 'the phone of a visitor',
    limit: 'passLimits.phone',
    within: 201,
    alone: true,
    send: async ({ superadmin }, size) => {
      await superadmin.put('/customization/hall', { dayPassFee: 60 })
      const phone = `98200${'-'.repeat(size - 10)}11111`
      return superadmin.post('/user/fees/passes', { name: 'Meera', phone, slot: 'full-day', seatNumber: 1, amount: 60, method: 'cash' })
    },
  },
  {
    what: 'the UPI id',
    limit: 'customizationLimits.upiId',
    within: 200,
    send: ({ superadmin }, size) => superadmin.put('/customization/hall', { upiId: `${'a'.repeat(size - 7)}@okbank` }),
  },
  {
    what: 'the text of a reminder',
    limit: 'customizationLimits.reminderText',
    within: 200,
    send: ({ superadmin }, size) => superadmin.put('/customization/hall', { reminder: long(size) }),
  },
]

/** Limits that are tested beside the code, because they concern bytes, hundreds of rows, or the browser. */
const elsewhere: Record<string, string> = {
  'noticeLimits.attachmentBytes': 'src/hall/notices/server/notices.attachments.test.ts',
  'limits.downloadsPerPerson': 'src/server/http/downloads.test.ts',
  'limits.downloadsPerAddress': 'src/server/http/downloads.test.ts',
  'encryptionLimits.devices': 'src/chat/encryption/server/encryption.devices.test.ts',
  'encryptionLimits.deviceUnseenDays': 'src/chat/encryption/server/encryption.keys.test.ts',
  'chatLimits.keyDays': 'src/chat/encryption/server/encryption.limits.test.ts',
  'chatLimits.keyMessages': 'src/chat/encryption/server/encryption.limits.test.ts',
  'chatLimits.keyVersion': 'src/chat/encryption/server/encryption.limits.test.ts',
  'chatLimits.revision': 'src/chat/encryption/server/encryption.limits.test.ts',
  'chatLimits.ciphertextBytes': 'src/chat/encryption/server/encryption.limits.test.ts',
  'chatLimits.encryptedPreview': 'src/chat/encryption/server/encryption.limits.test.ts',
  'encryptionLimits.deviceName': 'src/chat/encryption/server/encryption.limits.test.ts',
  'encryptionLimits.encryptedMembers': 'src/chat/encryption/server/encryption.limits.test.ts',
  'encryptionLimits.wrappedKeys': 'src/chat/encryption/server/encryption.limits.test.ts',
  'encryptionLimits.keysAtOnce': 'src/chat/encryption/server/encryption.limits.test.ts',
  'encryptionLimits.devicesAsked': 'src/chat/encryption/server/encryption.limits.test.ts',
  'encryptionLimits.earlierKeys': 'src/chat/encryption/server/encryption.limits.test.ts',
  'encryptionLimits.devicePendingDays': 'src/chat/encryption/server/encryption.pending.test.ts',
  'encryptionLimits.listsAtOnce': 'src/chat/encryption/server/encryption.lists.test.ts',
  'encryptionLimits.memberListsAtOnce': 'src/chat/encryption/server/encryption.memberLists.test.ts',
  'encryptionLimits.deviceLists': 'src/chat/encryption/server/encryption.lists.test.ts',
  'encryptionLimits.generations': 'src/chat/encryption/server/encryption.lists.test.ts',
  'encryptionLimits.publicKeyPem': 'src/chat/encryption/server/encryption.lists.test.ts',
  'encryptionLimits.versionsAsked': 'src/chat/encryption/server/encryption.versions.test.ts',
  'encryptionLimits.trustBookBytes': 'src/chat/encryption/server/encryption.trustBook.test.ts',
  'encryptionLimits.trustBookEntries': 'src/chat/encryption/web/crypto/trustBook.test.ts',
  'extractionLimits.textHits': 'src/library/extraction/server/extraction.search.test.ts',
  'limits.pagesRead': 'src/library/extraction/server/extraction.find.test.ts',
  'limits.jsonBodyBytes': 'src/server/http/json.test.ts',
  'limits.pictureBytes': 'src/server/files/pictures.test.ts',
  'customizationLimits.dayStartsAtMax': 'src/system/customization/server/customization.day.test.ts',
  'customizationLimits.dayStarts': 'src/system/customization/server/customization.day.test.ts',
  'customizationLimits.figures': 'src/system/customization/server/customization.test.ts',
  'customizationLimits.customThemes': 'src/system/customization/server/customization.themes.test.ts',
  'customizationLimits.logoSizeMin': 'src/system/customization/server/customization.test.ts',
  'customizationLimits.logoSizeMax': 'src/system/customization/server/customization.test.ts',
  'customizationLimits.logoSizeStep': 'src/system/customization/server/customization.test.ts',
  'customizationLimits.logoSizeDefault': 'src/system/customization/server/customization.test.ts',
  'shiftLimits.active': 'src/system/shifts/server/shifts.test.ts',
  'shiftLimits.all': 'src/system/shifts/server/shifts.test.ts',
  'lockerLimits.lockers': 'src/money/lockers/server/lockers.test.ts',
  'lockerLimits.number': 'src/money/lockers/server/lockers.test.ts',
  'lockerLimits.key': 'src/money/lockers/server/lockers.test.ts',
  'pushLimits.subscriptions': 'src/people/push/server/push.test.ts',
  'pushLimits.endpoint': 'src/people/push/server/push.test.ts',
  'roomLimits.rooms': 'src/people/rooms/server/rooms.test.ts',
  'roomLimits.outages': 'src/people/rooms/server/rooms.outages.test.ts',
  'roomLimits.outageDaysBack': 'src/people/rooms/server/rooms.outages.test.ts',
  'roomLimits.planSide': 'src/people/rooms/server/rooms.plan.test.ts',
  'documentLimits.importedBytes': 'src/server/programs/import.test.ts',
  'documentLimits.restoreDays': 'src/library/documents/server/documents.trash.test.ts',
  'documentLimits.undoMinutes': 'src/library/documents/server/documents.trash.test.ts',
  'documentLimits.uploadsAtOnce': 'src/library/upload/web/uploadMany.test.tsx',
  'documentLimits.bytes': 'src/library/documents/server/documents.upload.test.ts',
  'categoryLimits.most': 'src/library/categories/server/categories.test.ts',
  'announcementLimits.most': 'src/hall/announcements/server/announcements.test.ts',
  'galleryLimits.bytes': 'src/hall/gallery/server/gallery.test.ts',
  'galleryLimits.images': 'src/hall/gallery/server/gallery.test.ts',
  'noticeLimits.most': 'src/hall/notices/server/notices.limits.test.ts',
  'noticeLimits.targets': 'src/hall/notices/server/notices.limits.test.ts',
  'noticeLimits.allTargets': 'src/hall/notices/server/notices.limits.test.ts',
  'noticeLimits.readersListed': 'src/hall/notices/server/notices.limits.test.ts',
  'noticeLimits.expiringDays': 'src/hall/notices/server/notices.people.test.ts',
  'dashboardLimits.recentDocuments': 'src/home/dashboard/server/dashboard.test.ts',
  'thoughtLimits.most': 'src/hall/thoughts/server/thoughts.test.ts',
  'rosterLimits.studentsAtOnce': 'src/people/roster/server/roster.parts.test.ts',
  'rosterLimits.studentsInFile': 'src/people/roster/server/roster.parts.test.ts',
  'rosterLimits.fixedCells': 'src/people/roster/server/roster.parts.test.ts',
  'rosterLimits.fixedCell': 'src/people/roster/server/roster.parts.test.ts',
  'duesLimits.remindersAtOnce': 'src/money/dues/web/DuesPage.test.tsx',
  'limits.sheetBytes': 'src/server/sheets/readSheet.test.ts',
  'limits.sheetUnpackedBytes': 'src/server/sheets/readSheet.test.ts',
  'limits.sheetColumns': 'src/server/sheets/readSheet.test.ts',
  'limits.sheetRows': 'src/server/sheets/readSheet.test.ts',
  'lockLimits.freeDaysBack': 'src/money/locks/server/locks.test.ts',
  'lockLimits.monthsAfterDays': 'src/money/locks/server/locks.test.ts',
  'passLimits.daysAhead': 'src/money/passes/server/passes.test.ts',
  'passLimits.found': 'src/money/passes/server/passes.test.ts',
  'passLimits.searchFrom': 'src/money/passes/server/passes.test.ts',
  'receiptLimits.statementEntries': 'src/money/receipts/server/receipts.statement.test.ts',
  'backupLimits.archivesListed': 'src/system/backup/server/backup.test.ts',
  'marksLimits.ofDocument': 'src/library/marks/server/marks.test.ts',
  'marksLimits.ofPerson': 'src/library/marks/server/marks.test.ts',
  'marksLimits.reply': 'src/library/marks/server/marks.test.ts',
  'readingLimits.unfinished': 'src/home/dashboard/server/dashboard.test.ts',
  'customizationLimits.monthlyFeeDefault': 'src/system/customization/server/customization.test.ts',
  'chatLimits.attachmentBytes': 'src/chat/attachments/server/attachments.limits.test.ts',
  'attachmentLimits.atOnce': 'src/chat/attachments/web/Attach.test.tsx',
  'chatLimits.caption': 'src/chat/attachments/server/attachments.limits.test.ts',
  'chatLimits.messagesDefault': 'src/chat/conversations/server/conversations.limits.test.ts',
  'chatLimits.editHours': 'src/chat/conversations/server/conversations.changes.test.ts',
  'chatLimits.messageHits': 'src/chat/conversations/server/conversations.search.test.ts',
  'chatLimits.messagePreview': 'src/chat/conversations/server/conversations.test.ts',
  'chatLimits.emoji': 'src/chat/conversations/server/conversations.limits.test.ts',
  'chatLimits.reactions': 'src/chat/conversations/server/conversations.limits.test.ts',
  'chatLimits.participantsListed': 'src/chat/conversations/server/conversations.limits.test.ts',
  'chatLimits.unreadCounted': 'src/chat/conversations/server/conversations.limits.test.ts',
  'chatLimits.joinedAtOnce': 'src/chat/conversations/server/conversations.sockets.test.ts',
  'chatLimits.receivedAtOnce': 'src/chat/conversations/server/conversations.delivered.test.ts',
  'limits.roomsOfSocket': 'src/chat/conversations/server/conversations.limits.test.ts',
  'presenceLimits.people': 'src/chat/presence/server/presence.limits.test.ts',
  'chatLimits.peopleSearchMs': 'src/chat/conversations/web/list/list.test.tsx',
  'chatLimits.typingEveryMs': 'src/chat/conversations/web/client/socket/receiver.test.ts',
  'chatLimits.typingStopMs': 'src/chat/conversations/web/client/socket/receiver.test.ts',
  'limits.requestTimeoutMs': 'src/web/api/call.test.tsx',
  'limits.socketConnectMs': 'src/web/api/socket.test.tsx',
  'limits.socketReconnectMinMs': 'src/web/api/socket.test.tsx',
  'limits.socketReconnectMaxMs': 'src/web/api/socket.test.tsx',
}

test('writes the limits into the code of the browser as numbers', () => {
  const code = 'maxLength={noticeLimits.title} over(limits.rupees.toLocaleString(), floodLimits.most)'
  const written = 'maxLength={(200)} over((10000000).toLocaleString(), floodLimits.most)'
  expect(inlined(code, collected)).toBe(written)
})

describe('the table of limits', () => {
  test('is tried as a whole', () => {
    const tried = new Set<string>([...table.map(({ limit }) => limit), ...Object.keys(elsewhere), 'limits.listDefault'])
    expect(declared.length).toBeGreaterThan(100)
    expect([...tried].toSorted()).toEqual(declared.map(([name]) => name).toSorted())
    expect(Object.values(elsewhere).filter((file) => !existsSync(file))).toEqual([])
  })

  const cases = table.flatMap(({ isLower, ...one }) =>
    [-1, 0, 1].map((more) => ({
      ...one,
      size: (collected.get(one.limit) ?? Number.NaN) + more,
      more,
      isWithin: isLower ? more >= 0 : more <= 0,
    })),
  )
  let shared: Promise<Hall> | undefined
  const givenHall = async (lasts: 'test' | 'file'): Promise<Hall> => {
    const app = await given({}, { lasts })
    const superadmin = await app.as('superadmin')
    const { _id: category } = await givenCategory(superadmin, 'Physics')
    return { app, superadmin, student: await app.as('student'), category }
  }
  /** Starting an app takes longer than most calls, so most share one, each with a student of its own. */
  const hallFor = async (alone: boolean): Promise<Hall> => {
    if (alone) return givenHall('test')
    shared ??= givenHall('file')
    const hall = await shared
    return { ...hall, student: await hall.app.as('student') }
  }

  test.each(cases)(
    '$what, limit $limit: $size is within it: $isWithin',
    { timeout: 30_000 },
    async ({ send, size, isWithin, within, alone }) => {
      const { status } = await send(await hallFor(alone === true), size)
      expect(status).toBe(isWithin ? within : 400)
    },
  )

  test('limits a page without a given size', async () => {
    const app = await given()
    const admin = await app.as('admin')
    for (let person = 1; person <= limits.listDefault; person++) await app.as('student')
    expect((await admin.get('/user')).body).toMatchObject({ items: { length: limits.listDefault }, total: limits.listDefault + 1 })
    expect((await admin.get(`/user?limit=${limits.listMax}`)).body.items).toHaveLength(limits.listDefault + 1)
  })
})
