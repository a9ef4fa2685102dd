import { describe, expect, test } from 'vitest'
import type { Thought } from '#hall/thoughts/thoughts.contract.ts'
import { type Answer, given } from '#server/testing/given.ts'
import { thoughtLimits } from '../thoughts.contract.ts'

const givenThoughts = async (...texts: string[]) => {
  const app = await given()
  const manager = await app.as('manager')
  const student = await app.as('student')
  const made: Thought[] = []
  for (const thought of texts) made.push((await manager.post('/thought', { thought })).body)
  const idOf = (thought: string): string => made.find((each) => each.thought === thought)?._id ?? ''
  const list = async () => drawn(await manager.get('/thought'))
  const today = async () => (await student.get('/thought/today')).body?.thought ?? null
  const place = (...places: [thought: string, order: number][]) =>
    manager.put('/thought/reorder/bulk', { thoughts: places.map(([thought, order]) => ({ id: idOf(thought), order })) })
  return { app, manager, student, made, idOf, list, today, place }
}

/** Formats the list on one line, as `1 Read 2 Write`; inactive thoughts are in brackets. */
const drawn = ({ body }: Answer): string =>
  body.items.map(({ order, thought, isActive }: Thought) => `${order} ${isActive ? thought : `(${thought})`}`).join(' ')

describe('thoughts', () => {
  test('are added at the end, active, with or without an author', async () => {
    const { app, manager, list } = await givenThoughts()
    app.setNow('2026-11-21T05:30:00.000Z')
    const { status, body } = await manager.post('/thought', { thought: '  पढ़ना ही उड़ना है।  ', author: ' कबीर ', order: 7, isActive: false })
    expect([status, body]).toEqual([
      201,
      {
        _id: expect.any(String),
        thought: 'पढ़ना ही उड़ना है।',
        author: 'कबीर',
        order: 1,
        isActive: true,
        createdAt: '2026-11-21T05:30:00.000Z',
      },
    ])
    expect((await manager.post('/thought', { thought: 'Read', author: null })).body).toMatchObject({ author: '', order: 2 })
    expect(await list()).toBe('1 पढ़ना ही उड़ना है। 2 Read')
  })

  test.each([[''], ['   '], [undefined], [null]])('require a text, and %j is none', async (thought) => {
    const { manager, made } = await givenThoughts('Read')
    const refused = { message: 'Thought text is required', fields: { thought: 'Thought text is required' } }
    expect((await manager.post('/thought', { thought })).body).toMatchObject(refused)
    expect((await manager.put(`/thought/${made[0]?._id}`, { thought })).body).toMatchObject(refused)
  })

  test('are changed and deactivated by sending the whole object', async () => {
    const { manager, made, list } = await givenThoughts('Read', 'Write')
    const [read] = made
    const changed = { ...read, thought: 'Read slowly', author: 'Seneca', order: 9, isActive: false }
    expect((await manager.put(`/thought/${read?._id}`, changed)).body).toEqual({ ...changed, order: 1 })
    expect(await list()).toBe('1 (Read slowly) 2 Write')
    expect((await manager.put(`/thought/${read?._id}`, { thought: 'Read' })).body).toEqual({ ...changed, thought: 'Read', order: 1 })
    expect((await manager.put(`/thought/${read?._id}`, { thought: 'Read', author: '' })).body.author).toBe('')
  })

  test('can be deleted, and the next one is still added at the end', async () => {
    const { manager, idOf, list } = await givenThoughts('Read', 'Write', 'Rest')
    expect((await manager.del(`/thought/${idOf('Write')}`)).status).toBe(204)
    await manager.post('/thought', { thought: 'Walk' })
    expect(await list()).toBe('1 Read 3 Rest 4 Walk')
  })

  test('are audited with their previous values', async () => {
    const { app, manager, idOf, place } = await givenThoughts('Read', 'Write')
    await place(['Write', 1])
    await manager.put(`/thought/${idOf('Read')}`, { thought: 'Read', isActive: false })
    await manager.del(`/thought/${idOf('Write')}`)
    await manager.post('/thought/bulk-import', { thoughts: [{ thought: 'Rest' }] })
    const written = await app.db.selectFrom('audit').select(['action', 'before', 'after']).orderBy('id').execute()
    expect(written.map(({ action }) => action)).toEqual([
      'thoughts.create',
      'thoughts.create',
      'thoughts.reorder',
      'thoughts.update',
      'thoughts.remove',
      'thoughts.bulkImport',
    ])
    expect(JSON.parse(written[2]?.after ?? '')).toEqual({ order: [idOf('Write'), idOf('Read')] })
    expect(JSON.parse(written[3]?.before ?? '')).toEqual({ thought: 'Read', author: '', isActive: true })
    expect(JSON.parse(written[4]?.before ?? '')).toMatchObject({ thought: 'Write' })
  })
})

describe('the order of thoughts', () => {
  test('is as sent, counted from 1, and returned as the list', async () => {
    const { place, list } = await givenThoughts('Read', 'Write', 'Rest')
    expect(drawn(await place(['Rest', 1], ['Read', 2], ['Write', 3]))).toBe('1 Rest 2 Read 3 Write')
    expect(await list()).toBe('1 Rest 2 Read 3 Write')
  })

  test('closes the gaps of deletions, and keeps the order of thoughts that are not named', async () => {
    const { manager, idOf, place } = await givenThoughts('Read', 'Write', 'Rest', 'Walk')
    await manager.del(`/thought/${idOf('Write')}`)
    expect(drawn(await place(['Walk', 2]))).toBe('1 Read 2 Walk 3 Rest')
    expect(drawn(await place(['Read', 900]))).toBe('1 Walk 2 Rest 3 Read')
  })

  test('does not change if a thought is deleted, named twice or has no place', async () => {
    const { manager, idOf, list, place } = await givenThoughts('Read', 'Write')
    const put = async (...thoughts: object[]) => (await manager.put('/thought/reorder/bulk', { thoughts })).status
    expect(await put({ id: idOf('Write'), order: 1 }, { id: 'nowhere', order: 2 })).toBe(404)
    expect(await put({ id: idOf('Write'), order: 1 }, { id: idOf('Write'), order: 2 })).toBe(400)
    expect([await put({ id: idOf('Write'), order: 0 }), await put({ id: idOf('Write') }), await put()]).toEqual([400, 400, 400])
    expect((await place(['Write', 1.5])).status).toBe(400)
    expect(await list()).toBe('1 Read 2 Write')
  })

  test('is that of the last of many concurrent requests, complete, while others add thoughts', async () => {
    const { manager, made, place } = await givenThoughts('Read', 'Write', 'Rest')
    await Promise.all([
      ...Array.from({ length: 4 }, () => place(['Rest', 1], ['Write', 2], ['Read', 3])),
      ...Array.from({ length: 4 }, (_, index) => manager.post('/thought', { thought: `More ${index}` })),
    ])
    const { items } = (await manager.get('/thought')).body as { items: Thought[] }
    expect(items.slice(0, 3).map(({ thought }) => thought)).toEqual(['Rest', 'Write', 'Read'])
    expect(new Set(items.map(({ order }) => order)).size).toBe(made.length + 4)
  })
})

describe('the thought of the day', () => {
  test('is the next active one after midnight in the hall’s time zone, the same for everyone', async () => {
    const { app, student, manager, today, idOf } = await givenThoughts('Read', 'Write', 'Rest')
    await manager.put(`/thought/${idOf('Write')}`, { thought: 'Write', isActive: false })
    // Day 20,778 of the calendar.
    app.setNow('2026-11-21T18:29:59.999Z')
    const before = await student.get('/thought/today')
    expect(before.body).toEqual({ _id: idOf('Read'), thought: 'Read', author: '' })
    expect(before.headers.expires).toBe('Sat, 21 Nov 2026 18:30:00 GMT')
    app.setNow('2026-11-21T18:30:00.000Z')
    expect(await today()).toBe('Rest')
    expect((await manager.get('/thought/today')).body.thought).toBe('Rest')
    expect((await student.get('/user/dashboard')).body.thought).toEqual({ _id: idOf('Rest'), thought: 'Rest', author: '' })
    app.setNow('2026-11-22T18:30:00.000Z')
    expect(await today()).toBe('Read')
  })

  test('immediately follows deactivations, changes and deletions', async () => {
    const { app, manager, today, idOf } = await givenThoughts('Read')
    app.setNow('2026-11-21T12:00:00.000Z')
    expect(await today()).toBe('Read')
    await manager.put(`/thought/${idOf('Read')}`, { thought: 'Read on' })
    expect(await today()).toBe('Read on')
    await manager.put(`/thought/${idOf('Read')}`, { thought: 'Read on', isActive: false })
    expect(await today()).toBeNull()
    await manager.put(`/thought/${idOf('Read')}`, { thought: 'Read on', isActive: true })
    await manager.del(`/thought/${idOf('Read')}`)
    expect(await today()).toBeNull()
  })
})

describe('an import of thoughts', () => {
  test('adds all of them at the end, in their order', async () => {
    const { manager, list } = await givenThoughts('Read')
    const { status, body } = await manager.post('/thought/bulk-import', {
      thoughts: [{ thought: 'Write', author: 'Anonymous' }, { thought: 'Rest' }],
    })
    expect([status, body.imported, body.items.map(({ author }: Thought) => author)]).toEqual([201, 2, ['Anonymous', '']])
    expect(await list()).toBe('1 Read 2 Write 3 Rest')
  })

  test('adds none if one is invalid, or if the list is empty', async () => {
    const { manager, list } = await givenThoughts()
    expect((await manager.post('/thought/bulk-import', { thoughts: [{ thought: 'Read' }, { thought: ' ' }] })).status).toBe(400)
    const { status, body } = await manager.post('/thought/bulk-import', { thoughts: [] })
    expect([status, body.message]).toEqual([400, 'Please enter thoughts to import'])
    expect(await list()).toBe('')
  })

  test('fills the list exactly up to its limit, and a full list can still be reordered', async () => {
    const { manager } = await givenThoughts()
    const many = (size: number) => ({ thoughts: Array.from({ length: size }, (_, index) => ({ thought: `Thought ${index}` })) })
    await manager.post('/thought/bulk-import', many(500))
    await manager.post('/thought/bulk-import', many(thoughtLimits.most - 501))
    const refused = await manager.post('/thought/bulk-import', many(2))
    expect([refused.status, refused.body.message]).toEqual([409, 'There can be at most 1000 thoughts'])
    expect((await manager.post('/thought', { thought: 'The last' })).status).toBe(201)
    expect((await manager.post('/thought', { thought: 'One more' })).status).toBe(409)
    const { items } = (await manager.get('/thought')).body as { items: Thought[] }
    expect(items).toHaveLength(thoughtLimits.most)
    const turned = items.toReversed().map(({ _id: id }, index) => ({ id, order: index + 1 }))
    const answer = await manager.put('/thought/reorder/bulk', { thoughts: turned })
    expect(answer.body.items[0].thought).toBe('The last')
  })
})

describe('validation of a thought', () => {
  test.each<[path: string, body: object, field: string, sentence: string]>([
    ['/thought/ID', { thought: 'Read', isActive: null }, 'isActive', 'Please choose yes or no'],
    ['/thought/reorder/bulk', { thoughts: [] }, 'thoughts', 'Please give the thoughts and their places'],
    ['/thought/reorder/bulk', { thoughts: 'all' }, 'thoughts', 'Please give the thoughts and their places'],
    ['/thought/reorder/bulk', { thoughts: [null] }, 'thoughts.0', 'Please give the thoughts and their places'],
    ['/thought/reorder/bulk', { thoughts: [{ order: 1 }] }, 'thoughts.0.id', 'Invalid id'],
    ['/thought/reorder/bulk', { thoughts: [{ id: 'x'.repeat(65), order: 1 }] }, 'thoughts.0.id', 'Invalid id'],
    ['/thought/reorder/bulk', { thoughts: [{ id: 'ID', order: 0 }] }, 'thoughts.0.order', 'Please give a place from 1 to 1000'],
    ['/thought/reorder/bulk', { thoughts: [{ id: 'ID', order: '1' }] }, 'thoughts.0.order', 'Please give a place from 1 to 1000'],
    ['/thought/reorder/bulk', { thoughts: [{ id: 'ID', order: 1e308 }] }, 'thoughts.0.order', 'Please give a place from 1 to 1000'],
  ])('%s %j reports the invalid field', async (path, body, field, sentence) => {
    const app = await given()
    const manager = await app.as('manager')
    const { _id } = (await manager.post('/thought', { thought: 'Read' })).body
    const answer = await manager.put(path.replace('ID', _id), JSON.parse(JSON.stringify(body).replace('"ID"', `"${_id}"`)))
    expect([answer.status, answer.body.message, answer.body.fields]).toEqual([400, sentence, { [field]: sentence }])
  })
})
