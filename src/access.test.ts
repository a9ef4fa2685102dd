import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type Role, roles } from '#contract/actor.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { features, resetLink } from '#server/features.ts'
import { adopt } from '#server/files/adopt.ts'
import { type Answer, type Given, given, type Person, type SignedInPerson } from '#server/testing/given.ts'
import { givenCategory, givenDocument, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { givenAccount } from '#server/testing/people.ts'

/*
 * The one table of who may do what: every call × every caller × every state of what its id names. A call that is
 * missing here fails, and so does one with an id that does not say what a missing and a deleted thing answers.
 */

const callers = ['anonymous', ...roles] as const
type Caller = (typeof callers)[number]
/** What is answered to nobody, a student, a manager, an admin and a superadmin. */
type Statuses = readonly [anonymous: number, student: number, manager: number, admin: number, superadmin: number]

const open = (status: number): Statuses => [status, status, status, status, status]
const members = (status: number): Statuses => [401, status, status, status, status]
const students = (status: number): Statuses => [401, status, 403, 403, 403]
const staff = (status: number): Statuses => [401, 403, status, status, status]
const admins = (status: number): Statuses => [401, 403, 403, status, status]
const superadmins = (status: number): Statuses => [401, 403, 403, 403, status]

type World = { app: Given; admin: SignedInPerson; category: string }
type Sent = { id?: string; sha256?: string; query?: string; body?: unknown }
type Prepare = (world: World, me: SignedInPerson | undefined) => Sent | Promise<Sent>
/** `why`: the caller sees what it is about, so that a refusal may tell the reason. */
type Situation = readonly [prepare: Prepare, statuses: Statuses, tells?: 'why']

const nothing: Prepare = () => ({})
const missing: Prepare = () => ({ id: '0192f7a0-0000-7000-8000-000000000000' })
const unthinkable: Prepare = () => ({ id: "' or 1=1 --" })

let made = 0
const newDocument = async ({ admin, category }: World) => (await givenDocument(admin, `Book ${++made}`, category))._id
const document: Prepare = async (world) => ({ id: await newDocument(world) })
const deletedDocument: Prepare = async (world) => {
  const id = await newDocument(world)
  await world.admin.del(`/document/${id}`)
  return { id }
}
const removedLongAgo: Prepare = async (world) => {
  const { id = '' } = await deletedDocument(world, undefined)
  await world.app.db.updateTable('documents').set({ deletedAt: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
  return { id }
}
const newCategory = async ({ admin }: World) => (await givenCategory(admin, `Shelf ${++made}`))._id
const deletedCategory = async (world: World) => {
  const id = await newCategory(world)
  await world.admin.del(`/category/${id}`)
  return id
}
const categoryImage = async (world: World) => {
  const id = await newCategory(world)
  const bytes = Buffer.from(`a picture of ${id}`)
  const file = await world.app.storage.receive(Readable.from([bytes]), { fileName: 'shelf', maxBytes: bytes.length })
  const change = { imageSha256: file.sha256 }
  await adopt(world.app.platform, file, 'image/webp', (tx) => tx.updateTable('categories').set(change).where('id', '=', id).execute())
  return { id, sha256: file.sha256 }
}
const linkTo = async (person: Person, id: string) => (await person.get(`/document/${id}/download`)).body.downloadUrl.split('?')[1]
const upload = (category: string): Sent => ({ body: uploadForm({ title: 'A book', category, file: pdf() }) })
const favoriteOf = async (world: World, person: SignedInPerson | undefined): Promise<Sent> => {
  const id = await newDocument(world)
  await person?.post(`/document/${id}/favorite`)
  return { id }
}
const account = (role: Role): Prepare => {
  return () => ({ body: { name: 'Asha', email: `asha-${++made}@example.org`, password: 'correct horse battery', role } })
}
const newEmail = async ({ app }: World) => (await givenAccount(app, { email: `known-${++made}@example.org` })).email
const someone =
  (role: Role, body?: object): Prepare =>
  async ({ app }) => ({ id: (await app.as(role))._id, body })
const oneself =
  (body?: object): Prepare =>
  ({ admin }, me) => ({ id: (me ?? admin)._id, body })
const deletedPerson = async ({ app }: World) => ({
  id: (await givenAccount(app, { email: `gone-${++made}@example.org`, deletedAt: '2026-01-01T00:00:00.000Z' }))._id,
})
const pictured = async ({ app }: World, id: string): Promise<string> => {
  const bytes = Buffer.from(`a picture of ${id}`)
  const file = await app.storage.receive(Readable.from([bytes]), { fileName: 'me', maxBytes: bytes.length })
  const change = { pictureSha256: file.sha256 }
  await adopt(app.platform, file, 'image/webp', (tx) => tx.updateTable('users').set(change).where('id', '=', id).execute())
  return id
}
const coveredDocument: Prepare = async (world) => {
  const id = await newDocument(world)
  const { fileSha256 } = await world.app.db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
  const bytes = Buffer.from(`a cover of ${id}`)
  const file = await world.app.storage.receive(Readable.from([bytes]), { fileName: 'cover', maxBytes: bytes.length })
  const extraction = { sha256: fileSha256, outcome: 'done', pages: 1, coverSha256: file.sha256, at: 'then' } as const
  await adopt(world.app.platform, file, 'image/webp', (tx) => tx.insertInto('extractions').values(extraction).execute())
  return { id }
}
const studentWithPicture: Prepare = async (world) => ({ id: await pictured(world, (await world.app.as('student'))._id) })
const keyFor = async (world: World) => (await resetLink(world.app.platform, await newEmail(world)))?.split('#key=')[1]

const table: Record<string, Record<string, Situation>> = {
  'accounts.login': {
    'the right password': [async (world) => ({ body: { email: await newEmail(world), password: 'correct horse battery' } }), open(200)],
    'a wrong password': [async (world) => ({ body: { email: await newEmail(world), password: 'wrong' } }), open(401)],
  },
  'accounts.logout': { own: [nothing, members(204)] },
  'accounts.me': { own: [nothing, members(200)] },
  'accounts.changePassword': {
    own: [() => ({ body: { current: 'correct horse battery', next: 'another horse battery' } }), members(204)],
  },
  'accounts.sessions': { own: [nothing, members(200)] },
  'accounts.endSession': {
    own: [(world, me) => ({ id: (me ?? world.admin).sessionId }), members(204)],
    "somebody else's": [async ({ app }) => ({ id: (await app.as('student')).sessionId }), members(404)],
    missing: [missing, members(404)],
    unthinkable: [unthinkable, members(404)],
    deleted: [
      async ({ app }) => {
        const other = await app.as('student')
        await other.post('/auth/logout')
        return { id: other.sessionId }
      },
      members(404),
    ],
  },
  'accounts.endOtherSessions': { own: [nothing, members(204)] },
  'accounts.setup': {
    'a library that is set up': [
      () => ({ body: { key: 'k'.repeat(43), name: 'Asha', email: 'a@example.org', password: 'correct horse battery' } }),
      open(409),
    ],
  },
  'accounts.resetPassword': {
    'the right key': [async (world) => ({ body: { key: await keyFor(world), password: 'another horse battery' } }), open(204)],
    'a wrong key': [() => ({ body: { key: 'k'.repeat(43), password: 'another horse battery' } }), open(403)],
  },
  'users.list': { all: [nothing, staff(200)] },
  'users.create': {
    'a student': [account('student'), staff(201)],
    'a manager': [account('manager'), superadmins(201)],
    'an admin': [account('admin'), superadmins(201)],
    'a superadmin': [account('superadmin'), superadmins(201)],
  },
  'users.seats': { all: [nothing, staff(200)] },
  'users.profile': {
    own: [oneself(), members(200)],
    "a student's": [someone('student'), [401, 404, 200, 200, 200]],
    "a superadmin's": [someone('superadmin'), [401, 404, 200, 200, 200]],
    missing: [missing, members(404)],
    unthinkable: [unthinkable, members(404)],
    deleted: [deletedPerson, members(404)],
  },
  'users.update': {
    "a student's termination date": [someone('student', { terminationDate: '2099-12-31' }), admins(200)],
    "a student's name": [someone('student', { name: 'Asha' }), superadmins(200), 'why'],
    "a student's role": [someone('student', { role: 'superadmin' }), superadmins(200), 'why'],
    "a manager's termination date": [someone('manager', { terminationDate: '2099-12-31' }), superadmins(200), 'why'],
    'nothing of a superadmin': [someone('superadmin', {}), admins(200)],
    'own name': [oneself({ name: 'Asha' }), superadmins(200), 'why'],
    'own role': [oneself({ role: 'superadmin' }), superadmins(200), 'why'],
    missing: [missing, admins(404)],
    unthinkable: [unthinkable, admins(404)],
    deleted: [deletedPerson, admins(404)],
  },
  'users.updateTermination': {
    "a student's": [someone('student', { terminationDate: '2099-12-31' }), admins(200)],
    "a manager's": [someone('manager', { terminationDate: '2099-12-31' }), superadmins(200), 'why'],
    missing: [() => ({ id: 'nobody', body: { terminationDate: null } }), admins(404)],
    unthinkable: [unthinkable, admins(404)],
    deleted: [async (world) => ({ ...(await deletedPerson(world)), body: { terminationDate: null } }), admins(404)],
  },
  'users.remove': {
    'a student': [someone('student'), admins(204)],
    'a manager': [someone('manager'), superadmins(204), 'why'],
    'an admin': [someone('admin'), superadmins(204), 'why'],
    'a superadmin': [someone('superadmin'), superadmins(204), 'why'],
    own: [oneself(), [401, 403, 403, 403, 403], 'why'],
    missing: [missing, admins(404)],
    unthinkable: [unthinkable, admins(404)],
    deleted: [deletedPerson, admins(404)],
  },
  'users.picture': {
    own: [async (world, me) => ({ id: await pictured(world, (me ?? world.admin)._id) }), members(200)],
    "a student's": [studentWithPicture, [401, 404, 200, 200, 200]],
    'one that is not there': [someone('student'), members(404)],
    missing: [missing, members(404)],
    // A stream judges what it is asked for before it knows who is asking, because a link can stand for a caller.
    unthinkable: [unthinkable, open(404)],
    deleted: [deletedPerson, members(404)],
    'by its signed address': [
      async (world) => {
        const id = await pictured(world, (await world.app.as('student'))._id)
        return { id, query: (await world.admin.get(`/user/profile/${id}`)).body.profilePictureUrl.split('?')[1] }
      },
      open(200),
    ],
    'by an address that was made up': [
      async (world, me) => ({ ...(await studentWithPicture(world, me)), query: 'day=2026-11-21&signature=0' }),
      open(403),
    ],
    'by an address that was made up for a missing one': [() => ({ id: 'nobody', query: 'signature=0' }), open(403)],
  },
  'documents.list': { all: [nothing, members(200)] },
  'documents.searchText': { all: [() => ({ query: 'q=waves' }), members(200)] },
  'documents.create': {
    'into a category': [({ category }) => upload(category), admins(201)],
    'into a missing category': [() => upload('nowhere'), admins(400)],
    'into a deleted category': [async (world) => upload(await deletedCategory(world)), admins(400)],
  },
  'documents.read': {
    any: [document, members(200)],
    missing: [missing, members(404)],
    unthinkable: [unthinkable, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  'documents.link': {
    any: [document, members(200)],
    missing: [missing, members(404)],
    unthinkable: [unthinkable, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  'documents.file': {
    any: [document, members(200)],
    missing: [missing, members(404)],
    // A stream judges what it is asked for before it knows who is asking, because a link can stand for a caller.
    unthinkable: [unthinkable, open(404)],
    deleted: [deletedDocument, members(404)],
    'by a link of one’s own': [
      async (world, me) => {
        const id = await newDocument(world)
        return { id, query: await linkTo(me ?? world.admin, id) }
      },
      open(200),
    ],
    "by somebody else's link": [
      async (world) => {
        const id = await newDocument(world)
        return { id, query: await linkTo(world.admin, id) }
      },
      [200, 403, 403, 403, 403],
    ],
    'by a link to a deleted document': [
      async (world, me) => {
        const id = await newDocument(world)
        const query = await linkTo(me ?? world.admin, id)
        await world.admin.del(`/document/${id}`)
        return { id, query }
      },
      open(403),
    ],
    'by a link that was made up': [async (world) => ({ id: await newDocument(world), query: 'signature=0' }), open(403)],
    'by a link that was made up for a missing document': [() => ({ id: 'nothing', query: 'signature=0' }), open(403)],
  },
  'documents.cover': {
    any: [coveredDocument, members(200)],
    'of a document that has none': [document, members(404)],
    missing: [missing, members(404)],
    unthinkable: [unthinkable, open(404)],
    deleted: [deletedDocument, members(404)],
    'by its signed address': [
      async (world, me) => {
        const { id } = await coveredDocument(world, me)
        return { id, query: (await world.admin.get(`/document/${id}`)).body.coverUrl.split('?')[1] }
      },
      open(200),
    ],
    'by the signed address of a document that was deleted': [
      async (world, me) => {
        const { id } = await coveredDocument(world, me)
        const query = (await world.admin.get(`/document/${id}`)).body.coverUrl.split('?')[1]
        await world.admin.del(`/document/${id}`)
        return { id, query }
      },
      open(403),
    ],
    'by an address that was made up': [
      async (world, me) => ({ ...(await coveredDocument(world, me)), query: 'day=2026-11-21&signature=0' }),
      open(403),
    ],
    'by an address that was made up for a missing one': [() => ({ id: 'nothing', query: 'signature=0' }), open(403)],
  },
  'documents.remove': {
    any: [document, admins(204)],
    missing: [missing, admins(404)],
    unthinkable: [unthinkable, admins(404)],
    deleted: [deletedDocument, admins(404)],
  },
  'documents.update': {
    any: [async (world) => ({ id: await newDocument(world), body: { title: 'Another', category: null } }), admins(200)],
    'into a deleted category': [
      async (world) => ({ id: await newDocument(world), body: { category: await deletedCategory(world) } }),
      admins(400),
    ],
    missing: [missing, admins(404)],
    unthinkable: [unthinkable, admins(404)],
    deleted: [deletedDocument, admins(404)],
  },
  'documents.moveMany': {
    any: [async (world) => ({ body: { ids: [await newDocument(world)], category: world.category } }), admins(200)],
    'missing ones': [() => ({ body: { ids: ['nothing'], category: null } }), admins(200)],
    'into a missing category': [async (world) => ({ body: { ids: [await newDocument(world)], category: 'nowhere' } }), admins(400)],
  },
  'documents.removeMany': {
    any: [async (world) => ({ body: { ids: [await newDocument(world)] } }), admins(200)],
    'missing ones': [() => ({ body: { ids: ['nothing'] } }), admins(200)],
  },
  'documents.removed': { all: [nothing, superadmins(200)] },
  'documents.restore': {
    living: [document, superadmins(404)],
    missing: [missing, superadmins(404)],
    unthinkable: [unthinkable, superadmins(404)],
    deleted: [deletedDocument, superadmins(200)],
    'deleted long ago': [removedLongAgo, superadmins(404)],
  },
  'documents.progress': {
    own: [document, members(200)],
    missing: [missing, members(404)],
    unthinkable: [unthinkable, members(404)],
    deleted: [deletedDocument, members(404)],
  },
  'documents.saveProgress': {
    own: [async (world) => ({ id: await newDocument(world), body: { page: 1 } }), members(200)],
    missing: [async (world, me) => ({ ...(await missing(world, me)), body: { page: 1 } }), members(404)],
    unthinkable: [unthinkable, members(404)],
    deleted: [async (world, me) => ({ ...(await deletedDocument(world, me)), body: { page: 1 } }), members(404)],
  },
  'categories.list': { all: [nothing, members(200)] },
  'categories.tree': { all: [nothing, members(200)] },
  'categories.create': {
    'a root': [() => ({ body: { name: `Shelf ${++made}` } }), admins(201)],
    'below another': [async (world) => ({ body: { name: 'Lenses', parentCategory: await newCategory(world) } }), admins(201)],
    'below a missing one': [() => ({ body: { name: 'Lenses', parentCategory: 'nowhere' } }), admins(400)],
    'below a deleted one': [async (world) => ({ body: { name: 'Lenses', parentCategory: await deletedCategory(world) } }), admins(400)],
  },
  'categories.update': {
    any: [async (world) => ({ id: await newCategory(world), body: { name: `Shelf ${++made}` } }), admins(200)],
    'to a root': [async (world) => ({ id: await newCategory(world), body: { parentCategory: null } }), admins(200)],
    'below a missing one': [async (world) => ({ id: await newCategory(world), body: { parentCategory: 'nowhere' } }), admins(400)],
    'below a deleted one': [
      async (world) => ({ id: await newCategory(world), body: { parentCategory: await deletedCategory(world) } }),
      admins(400),
    ],
    missing: [() => ({ id: '0192f7a0-0000-7000-8000-000000000000', body: {} }), admins(404)],
    unthinkable: [() => ({ id: "' or 1=1 --", body: {} }), admins(404)],
    deleted: [async (world) => ({ id: await deletedCategory(world), body: {} }), admins(404)],
  },
  'categories.image': {
    any: [categoryImage, open(200)],
    'of another content': [async (world) => ({ ...(await categoryImage(world)), sha256: '0'.repeat(64) }), open(404)],
    'that was removed': [
      async (world) => {
        const sent = await categoryImage(world)
        await world.admin.put(`/category/${sent.id}`, { removeImage: true })
        return sent
      },
      open(404),
    ],
    missing: [async (world) => ({ ...(await categoryImage(world)), id: '0192f7a0-0000-7000-8000-000000000000' }), open(404)],
    unthinkable: [async (world) => ({ ...(await categoryImage(world)), id: "' or 1=1 --" }), open(404)],
    deleted: [
      async (world) => {
        const sent = await categoryImage(world)
        await world.admin.del(`/category/${sent.id}`)
        return sent
      },
      open(404),
    ],
  },
  'categories.remove': {
    any: [async (world) => ({ id: await newCategory(world) }), admins(204)],
    missing: [missing, admins(404)],
    unthinkable: [unthinkable, admins(404)],
    deleted: [async (world) => ({ id: await deletedCategory(world) }), admins(404)],
  },
  'favorites.list': { own: [nothing, students(200)] },
  'favorites.count': { own: [nothing, students(200)] },
  'favorites.add': {
    'a document that is none yet': [document, students(204)],
    own: [favoriteOf, students(204)],
    "somebody else's": [async (world) => favoriteOf(world, await world.app.as('student')), students(204)],
    missing: [missing, students(404)],
    unthinkable: [unthinkable, students(404)],
    deleted: [deletedDocument, students(404)],
  },
  'favorites.remove': {
    own: [favoriteOf, students(204)],
    "somebody else's": [async (world) => favoriteOf(world, await world.app.as('student')), students(204)],
    missing: [missing, students(204)],
    unthinkable: [unthinkable, students(404)],
    deleted: [deletedDocument, students(204)],
  },
  'home.dashboard': { all: [nothing, members(200)] },
}

const endpoints = new Map<string, Endpoint>(
  Object.entries(features).flatMap(([feature, { api }]) => Object.entries(api).map(([name, one]) => [`${feature}.${name}`, one] as const)),
)

const givenWorld = async (): Promise<World> => {
  const app = await given()
  const admin = await app.as('admin')
  return { app, admin, category: (await givenCategory(admin, 'Physics'))._id }
}

const callAs = async (world: World, caller: Caller, endpoint: Endpoint, prepare: Prepare): Promise<Answer> => {
  const passwordHash = await knownHash(world)
  const me = caller === 'anonymous' ? undefined : await world.app.as(caller, { passwordHash })
  const { id, sha256, query, body } = await prepare(world, me)
  const path = `${fillPath(endpoint.path, { id, sha256 })}${query ? `?${query}` : ''}`
  const person = me ?? world.app.anyone()
  switch (endpoint.method) {
    case 'GET':
      return person.get(path)
    case 'POST':
      return person.post(path, body)
    case 'PUT':
      return person.put(path, body)
    case 'PATCH':
      return person.patch(path, body)
    case 'DELETE':
      return person.del(path)
  }
}

const knownHash = async ({ app }: World): Promise<string> => {
  const { _id } = await givenAccount(app, { email: `hash-${++made}@example.org` })
  return (await app.db.selectFrom('users').select('passwordHash').where('id', '=', _id).executeTakeFirstOrThrow()).passwordHash
}

const bodiesByFailure = (answers: readonly Answer[]): string[][] =>
  [...Map.groupBy(answers, ({ status }) => status)]
    .filter(([status]) => status >= 400)
    .map(([, alike]) => [...new Set(alike.map(({ text }) => text))])

describe('every call', () => {
  test('stands in the table, and the table names no other', () => {
    expect(Object.keys(table).toSorted()).toEqual([...endpoints.keys()].toSorted())
  })

  test('that has an id tells in the table what a missing and a deleted thing answers', () => {
    const withId = [...endpoints].filter(([, { params }]) => params).map(([name]) => name)
    const silent = withId.filter((name) => !table[name]?.missing || !table[name]?.deleted)
    expect(withId.length).toBeGreaterThan(5)
    expect(silent).toEqual([])
  })

  test('that the server answers is declared by a feature', async () => {
    const { app } = await given()
    const routes = app.printRoutes({ commonPrefix: false, includeMeta: false })
    expect(routes).toContain('(GET')
    const served = routes.match(/\((?:[A-Z]+(?:, )?)+\)/g)?.flatMap((list) => list.slice(1, -1).split(', ')) ?? []
    const besides = ['/api/docs', '/api/docs/openapi.json', '/healthz', '/readyz', '/metrics']
    expect(besides.every((url) => app.hasRoute({ method: 'GET', url }))).toBe(true)
    expect(served.filter((method) => method !== 'HEAD')).toHaveLength(endpoints.size + besides.length)
  })
})

describe('who may call', () => {
  test.each(Object.keys(table))('%s', { timeout: 60_000 }, async (name) => {
    const endpoint = endpoints.get(name)
    if (!endpoint) throw new Error(`${name} is not a call`)
    const world = await givenWorld()
    const found: Record<string, number[]> = {}
    const answers = new Map<Caller, Answer[]>(callers.map((caller) => [caller, []]))
    for (const [situation, [prepare, , tells]] of Object.entries(table[name] ?? {})) {
      found[situation] = []
      for (const caller of callers) {
        const answer = await callAs(world, caller, endpoint, prepare)
        found[situation].push(answer.status)
        if (tells !== 'why') answers.get(caller)?.push(answer)
      }
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(table[name] ?? {}).map(([situation, [, statuses]]) => [situation, statuses])))
    // What is missing, deleted, somebody else's or not for this caller cannot be told apart by what the refusal says.
    if (endpoint.params) {
      for (const alike of answers.values()) for (const bodies of bodiesByFailure(alike)) expect(bodies).toHaveLength(1)
    }
  })
})
