import { streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import type { AuditTable } from '#server/db/tables/system.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import type { AuditEntry } from '../audit.contract.ts'

const entry = (at: string, more: Partial<AuditTable> = {}): AuditTable => ({
  id: newId(),
  at,
  actorId: null,
  actorName: '',
  action: 'users.update',
  targetId: null,
  before: null,
  after: null,
  salt: null,
  commitments: null,
  ...more,
})
const write = ({ db }: Given, ...entries: AuditTable[]) => db.insertInto('audit').values(entries).execute()

const student = {
  name: 'आशा शर्मा',
  email: 'asha@example.org',
  password: 'correct horse battery',
  role: 'student',
  phone: '+91 98765 43210',
}

const givenHall = async () => {
  const app = await given()
  const owner = await app.as('superadmin', { name: 'Sunil Kumar' })
  const entries = async (query = ''): Promise<AuditEntry[]> => (await owner.get(`/audit?${query}`)).body.items
  return { app, owner, entries }
}

test('lists each action with its actor, its target and the changed fields', async () => {
  const { owner, entries } = await givenHall()
  const { _id } = (await owner.post('/user', { ...student, dob: '2008-03-09' })).body
  await owner.put(`/user/${_id}`, { phone: '98765 00000' })
  await owner.put(`/user/${_id}/termination`, { terminationDate: '2027-03-31' })
  const [ended, changed, created] = await entries()
  expect(created).toMatchObject({ action: 'users.create', actorName: 'Sunil Kumar', actorId: owner._id, targetName: 'आशा शर्मा' })
  expect(created?.changes).toContainEqual({ field: 'dob', before: null, after: '"2008-03-09"' })
  expect(created?.changes.map(({ field }) => field)).not.toContain('seatNumber')
  expect(changed).toMatchObject({
    action: 'users.update',
    targetName: 'आशा शर्मा',
    changes: [{ field: 'phone', before: '"+91 98765 43210"', after: '"98765 00000"' }],
  })
  expect(ended?.changes).toEqual([{ field: 'terminationDate', before: null, after: '"2027-03-31"' }])
  expect(JSON.stringify(await entries())).not.toContain(student.password)
})

test('shows things by name, and also people that are referred to only by id', async () => {
  const { app, owner, entries } = await givenHall()
  const { _id: category } = await givenCategory(owner, 'Physics')
  const { _id: document } = await givenDocument(owner, 'Waves', category)
  const { _id: reader } = await app.as('student', { name: 'Ravi "RK"' })
  await owner.post('/notice', { title: 'Holiday', content: 'Closed', type: 'tab', targetUsers: [reader] })
  await write(app, entry(new Date().toISOString(), { action: 'accounts.makeResetLink', targetId: reader }))
  await write(app, entry(new Date().toISOString(), { action: 'documents.update', targetId: document }))
  const found = await entries()
  expect(found.map(({ targetName }) => targetName).toSorted()).toEqual(['Holiday', 'Physics', 'Ravi "RK"', 'Waves', 'Waves'].toSorted())
  const notice = found.find(({ action }) => action === 'notices.create')
  expect(JSON.parse(notice?.changes.find(({ field }) => field === 'targetUsers')?.after ?? '')).toEqual(['Ravi "RK"'])
})

test('shows nested settings one by one', async () => {
  const { app, entries } = await givenHall()
  const landing = (address: string) => JSON.stringify({ landing: { address, phone: '1', closures: [] } })
  await write(
    app,
    entry('2026-11-21T10:00:00.000Z', { action: 'customization.updateLanding', before: landing('Old'), after: landing('New') }),
  )
  expect((await entries())[0]?.changes).toEqual([{ field: 'landing.address', before: '"Old"', after: '"New"' }])
})

test('does not report a field that only one side mentions as changed', async () => {
  const { app, entries } = await givenHall()
  const [before, after] = [
    { student: 'Asha', amount: 500, phone: '1', dob: null },
    { reason: 'Wrong student', phone: null },
  ].map((side) => JSON.stringify(side))
  await write(app, entry('2026-11-21T10:00:00.000Z', { action: 'fees.voidPayment', before: before ?? null, after: after ?? null }))
  const [voided] = await entries()
  expect(voided?.targetName).toBe('Asha')
  expect(voided?.changes).toEqual([
    { field: 'student', before: '"Asha"', after: null },
    { field: 'amount', before: '500', after: null },
    { field: 'phone', before: '"1"', after: 'null' },
    { field: 'reason', before: null, after: '"Wrong student"' },
  ])
})

test('filters by person, by kind and by days of the hall’s time zone, and treats the program as a person', async () => {
  const { app, owner, entries } = await givenHall()
  const by = { actorId: owner._id, actorName: 'Sunil Kumar' }
  await write(
    app,
    // A quarter past midnight on the 21st in India.
    entry('2026-11-20T18:45:00.000Z', { ...by, action: 'users.create' }),
    entry('2026-11-21T18:29:59.999Z', { ...by, action: 'users.remove' }),
    entry('2026-11-21T18:30:00.000Z', { action: 'documents.purge' }),
  )
  const actions = async (query: string) => (await entries(query)).map(({ action }) => action)
  expect(await actions('')).toEqual(['documents.purge', 'users.remove', 'users.create'])
  expect(await actions('from=2026-11-21&to=2026-11-21')).toEqual(['users.remove', 'users.create'])
  expect(await actions('from=2026-11-22')).toEqual(['documents.purge'])
  expect(await actions('to=2026-11-20')).toEqual([])
  expect(await actions(`actor=${owner._id}`)).toEqual(['users.remove', 'users.create'])
  expect(await actions('actor=program')).toEqual(['documents.purge'])
  expect(await actions('kind=users')).toEqual(['users.remove', 'users.create'])
  expect(await actions('kind=users.create')).toEqual(['users.create'])
  expect(await actions(`kind=documents&actor=${owner._id}`)).toEqual([])
  expect((await owner.get('/audit?kind=nonsense')).status).toBe(400)
  expect((await owner.get('/audit/people')).body.items).toEqual([{ _id: owner._id, name: 'Sunil Kumar' }])
})

test.each(['', 'kind=users&'])('pages follow one another without a gap, even within one instant (%s)', async (filter) => {
  const { app, owner } = await givenHall()
  const actions = ['users.create', 'users.update', 'users.remove']
  await write(app, ...Array.from({ length: 11 }, (_, n) => entry(`2026-11-21T10:00:0${n >> 2}.000Z`, { action: actions[n % 3] ?? '' })))
  const seen: AuditEntry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await owner.get(`/audit?${filter}limit=4&cursor=${cursor}`)
    seen.push(...body.items)
    cursor = body.nextCursor
  }
  expect(seen).toHaveLength(11)
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(11)
  expect(seen.map(({ at }) => at)).toEqual(
    seen
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})

test('the export contains what the filters show, in plain words and without formulas', async () => {
  const { app, owner } = await givenHall()
  const before = JSON.stringify({ name: '=1+1', dob: '2008-03-09', isActive: true })
  const after = JSON.stringify({ name: 'Asha', dob: null, isActive: false })
  await write(
    app,
    entry('2026-11-21T10:00:00.000Z', { before, after, actorId: owner._id, actorName: 'Sunil Kumar' }),
    entry('2026-11-21T09:00:00.000Z', { action: 'documents.purge', before: JSON.stringify({ title: 'Waves' }) }),
    entry('2026-11-21T08:00:00.000Z', { action: 'fees.unheardOf' }),
  )
  const { headers, text } = await owner.get('/audit/export?format=csv')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="Audit \d{4}-\d\d-\d\d.csv"$/)
  expect([headers['content-type'], headers['x-content-type-options'], headers['cache-control']]).toEqual([
    'text/csv; charset=utf-8',
    'nosniff',
    'private, no-store',
  ])
  expect(text.trim().split('\r\n')).toEqual([
    '\uFEFFWhen,Who,What was done,Concerning,Field,Before,After'.trim(),
    "2026-11-21 15:30:00,Sunil Kumar,Changed a person,'=1+1,Name,'=1+1,Asha",
    "2026-11-21 15:30:00,Sunil Kumar,Changed a person,'=1+1,Date of birth,2008-03-09,",
    "2026-11-21 15:30:00,Sunil Kumar,Changed a person,'=1+1,Active,Yes,No",
    '2026-11-21 14:30:00,Carrel itself,Deleted a document for good,Waves,Title,Waves,',
    '2026-11-21 13:30:00,Carrel itself,fees.unheardOf,,,,',
  ])
  const { bytes } = await owner.get('/audit/export?format=xlsx&kind=documents')
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(bytes)) rows.push(values)
  expect(rows.map((row) => row[2])).toEqual(['What was done', 'Deleted a document for good'])
})

test('an export has more than one page', async () => {
  const { app, owner } = await givenHall()
  await write(app, ...Array.from({ length: 1_001 }, () => entry('2026-11-21T10:00:00.000Z')))
  expect((await owner.get('/audit/export?format=csv&kind=users')).text.trim().split('\r\n')).toHaveLength(1_002)
})

test('after a person is deleted, the audit keeps the name but no birth date, phone number or picture', async () => {
  const { app, owner, entries } = await givenHall()
  const { _id } = (await owner.post('/user', { ...student, dob: '2008-03-09' })).body
  const other = (await owner.post('/user', { ...student, email: 'other@example.org', phone: '11111' })).body
  await owner.put(`/user/${_id}`, { phone: '98765 00000', name: 'Asha' })
  await owner.put(`/user/${_id}/termination`, { terminationDate: '2027-03-31' })
  await write(app, entry(new Date().toISOString(), { targetId: _id, after: JSON.stringify({ profilePicture: 'a'.repeat(64) }) }))
  await owner.del(`/user/${_id}`)
  const about = (await entries()).filter(({ targetId }) => targetId === _id)
  expect(about).toHaveLength(5)
  const told = JSON.stringify(about)
  for (const gone of ['98765', '43210', '2008-03-09', 'aaaa']) expect(told).not.toContain(gone)
  expect(told).toContain('removed')
  expect(told).toContain('asha@example.org')
  expect(about.every(({ targetName }) => targetName !== null && targetName !== 'Deleted user')).toBe(true)
  expect(JSON.stringify((await entries()).filter(({ targetId }) => targetId === other._id))).toContain('11111')
})
