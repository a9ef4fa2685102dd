import { newId } from '#server/db/ids.ts'
import { filling, type Insert } from './filling.ts'

const DAY = 86_400_000
const MONTHS = 36
/** What both halls have, since their size does not change it: who fits inside, and what belongs to one person. */
const INSIDE = 20
const OWN = 60

type Person = { id: string; name: string }
type Hall = { insert: Insert; me: Person; students: readonly Person[]; student: Person; documents: readonly string[] }
const before = (days: number): string => new Date(Date.now() - days * DAY).toISOString()
/** Spreads a number of rows over three years. */
const spread = (number: number, count: number): string => before((MONTHS * 30 * (count - number)) / count)
const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T

/** Thirty visits of each student, of whom twenty are inside now. */
const fillVisits = ({ insert, me, students }: Hall): void => {
  for (let number = 1; number <= 30; number++)
    for (const { id: userId } of students)
      insert('visits', { id: newId(), userId, number, kind: number % 2 ? 'in' : 'out', at: before(40 - number), byId: me.id })
  for (const { id: userId } of students.slice(0, INSIDE))
    insert('visits', { id: newId(), userId, number: 31, kind: 'in', at: new Date().toISOString(), byId: me.id })
}

/** A locker for every second student, half of them given, each with three earlier holders. */
const fillLockers = ({ insert, me, students }: Hall): string => {
  let lockerId = ''
  for (let number = 0; number < students.length / 2; number++) {
    lockerId = newId()
    const name = String(number + 1)
    const holder = number % 2 ? pick(students, number).id : null
    const locker = { id: lockerId, roomId: null, number: name, numberFolded: name, numberOrder: name.padStart(12, '0') }
    insert('lockers', {
      ...{ ...locker, keyNumber: `K${name}`, keyFolded: `k${name}`, fee: 5_000, studentId: holder },
      ...{ assignedOn: holder && before(30).slice(0, 10), createdAt: before(900) },
    })
    for (let use = 0; use < 3; use++) {
      const use_ = { lockerId, number: name, numberFolded: name, studentId: pick(students, number + use * 7).id }
      const ended = { endedAt: before(700 - use * 100), endedBy: me.id, keyReturned: 1, note: '' }
      insert('lockerUses', { id: newId(), ...use_, assignedAt: before(800 - use * 100), assignedBy: me.id, ...ended })
    }
    if (!holder) continue
    const given = { lockerId, number: name, numberFolded: name, studentId: holder, assignedAt: before(30), assignedBy: me.id }
    insert('lockerUses', { id: newId(), ...given, endedAt: null, endedBy: null, keyReturned: null, note: '' })
  }
  return lockerId
}

/** Two entries of the cash box, two concessions, an adjustment and three reminders for each student, over three years. */
const fillBooks = ({ insert, me, students }: Hall, charges: readonly string[]): void => {
  const count = students.length * 2
  const by = { createdBy: me.id, createdByName: me.name }
  const notVoided = { voidedAt: null, voidedOn: null, voidedBy: null, voidedByName: null, voidReason: null }
  for (let number = 0; number < count; number++) {
    const at = spread(number, count)
    const entry = { id: newId(), kind: 'out', amount: 1_000, purpose: 'Tea for the hall', photoSha256: null, bookedOn: at.slice(0, 10) }
    const entered = { enteredAt: at, enteredBy: me.id, enteredByName: me.name, clientId: null }
    insert('boxEntries', { ...entry, ...entered, ...notVoided, dateReason: '' })
    const concession = { id: newId(), userId: pick(students, number).id, kind: 'monthly-fee', beforeValue: 100_000, afterValue: 90_000 }
    insert('concessions', { ...concession, reason: 'A brother is here too', createdAt: at, ...by })
    const reminder = { id: newId(), userId: pick(students, number * 3).id, channel: 'whatsapp', owed: 300_000 }
    insert('reminders', { ...reminder, ...by, createdAt: at })
    if (number % 2) continue
    const adjustment = { id: newId(), chargeId: pick(charges, number * 17), kind: 'correction', amount: -1, reason: 'Typed wrongly' }
    insert('adjustments', { ...adjustment, ...by, createdAt: at })
  }
}

const shelf = { page: 1, startPosition: null, endPosition: null, quote: null, color: null, note: 'Ask about this' }

/** Ten marks and five favorites and bookmarks of each student; one student has as many in both halls. */
const fillReading = ({ insert, students, student, documents }: Hall): void => {
  const [marked = ''] = documents
  const others = students.filter(({ id }) => id !== student.id)
  const readers: [Person, number][] = others.map((one) => [one, 5])
  for (const [at, [{ id: userId }, own]] of [...readers, [student, OWN] as [Person, number]].entries()) {
    for (let number = 0; number < own; number++) {
      const documentId = pick(documents, at * 31 + number)
      insert('favorites', { userId, documentId, createdAt: before(number) })
      insert('readingProgress', { userId, documentId, page: 2, updatedAt: before(number) })
      for (const change of [number * 2 + 1, number * 2 + 2])
        insert('marks', {
          userId,
          documentId: userId === student.id ? marked : pick(documents, at),
          id: newId(),
          change,
          kind: 'note',
          ...shelf,
        })
    }
    insert('markChanges', { userId, last: own * 2 })
  }
}

/** Twenty notices that nearly everybody has read. */
const fillNotices = ({ insert, me, students }: Hall): string => {
  let noticeId = ''
  for (let number = 0; number < 20; number++) {
    noticeId = newId()
    const shown = { title: `Notice ${number}`, content: 'The hall is closed on Sunday.', type: 'tab', targetAllUsers: 1, priority: 5 }
    const times = { publishAt: null, expiresAt: null, isActive: 1, createdAt: before(number), updatedAt: before(number) }
    insert('notices', { id: noticeId, ...shown, ...times, attachmentSha256: null, attachmentName: null, createdBy: me.id })
    for (const [at, { id: userId }] of students.entries()) if (at % 10) insert('noticeReads', { noticeId, userId, readAt: before(1) })
  }
  return noticeId
}

/** A session of each student, and a tenth of them who may not write. */
const fillSessions = ({ insert, me, students, student }: Hall): void => {
  for (const [at, { id: userId }] of students.entries()) {
    const times = { createdAt: before(30), lastUsedAt: before(1), expiresAt: '2999-01-01T00:00:00.000Z' }
    insert('sessions', { id: newId(), userId, tokenHash: newId(), device: 'Chrome on Android', ...times })
    insert('presence', { userId, lastSeen: before(1), isHidden: 0 })
    if (at < OWN && userId !== student.id) insert('blocks', { blockerId: student.id, blockedId: userId, createdAt: before(2) })
    if (at % 10 || userId === student.id) continue
    insert('writingStops', { userId, until: before(-10), reason: 'Insulted others', stoppedBy: me.id, stoppedAt: before(1) })
  }
}

export type Filled = { locker: string; notice: string; marked: string }

/** Fills in what a hall of these people collects in three years besides fees, documents, messages and audit entries. */
export const fillHall = (database: string, studentToken: string): Filled =>
  filling(database, ['visits', 'marks', 'favorites'], (db, insert) => {
    const all = (text: string) => db.prepare(text).all() as Person[]
    const [me] = all(`select id, name from users where role = 'superadmin'`)
    const [student] = all(`select users.id, users.name from sessions join users on users.id = user_id where token_hash = '${studentToken}'`)
    if (!me || !student) throw new Error('Fill in the people first.')
    const ids = (text: string) => all(text).map(({ id }) => id)
    const documents = ids('select id from documents where deleted_at is null limit 50000')
    const hall: Hall = { insert, me, student, students: all(`select id, name from users where role = 'student' order by id`), documents }
    fillVisits(hall)
    fillBooks(hall, ids('select id from charges'))
    fillReading(hall)
    fillSessions(hall)
    return { locker: fillLockers(hall), notice: fillNotices(hall), marked: documents[0] ?? '' }
  })
