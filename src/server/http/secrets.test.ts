import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { chatApi } from '#chat/conversations/conversations.contract.ts'
import { presenceApi } from '#chat/presence/presence.contract.ts'
import { roles } from '#contract/actor.ts'
import { type Endpoint, fillPath } from '#contract/endpoint.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { features, resetLink } from '#server/features.ts'
import { withoutTable } from '#server/testing/broken.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { givenAccount } from '#server/testing/people.ts'
import { auditApi } from '#system/audit/audit.contract.ts'
import { backupApi } from '#system/backup/backup.contract.ts'

const endpoints: Endpoint[] = Object.values(features).flatMap(({ api }) => Object.values(api))

/** Columns that no reply has as a field, under any spelling. */
const secretKeys =
  /pass(?:w|phrase|code|key)|hash|token|secret|salt|sha|folded|uploaded_?by|deleted_?(?:at|by)|disk|folder|dir$|sql|stack|^__|^(?:user|category|parent|session)_?id$/i

const keysIn = (value: unknown): string[] => {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => (Array.isArray(value) ? keysIn(inner) : [key, ...keysIn(inner)]))
}

const givenLibrary = async () => {
  const app = await given()
  const uploader = await app.as('admin', {
    name: 'Uma',
    email: 'uma-who-uploads@example.org',
    phone: '+91 12345 67890',
    passwordHash: 'hash-of-uma',
  })
  const { _id: category } = await givenCategory(uploader, 'Physics')
  const book = await givenDocument(uploader, 'Waves', category)
  const gone = await givenDocument(uploader, 'Withdrawn', category)
  await uploader.del(`/document/${gone._id}`)
  const { fileSha256 } = await app.db.selectFrom('documents').select('fileSha256').where('id', '=', book._id).executeTakeFirstOrThrow()
  return { app, uploader, category, book, gone, sha256: fileSha256 }
}

describe('no reply', () => {
  test.each(roles)('to a %s has a secret or a private value', { timeout: 60_000 }, async (role) => {
    const { app, uploader, category, book, gone, sha256 } = await givenLibrary()
    const me = await app.as(role, { name: 'Me', email: 'me@example.org', passwordHash: 'hash-of-me' })
    await me.post(`/document/${book._id}/favorite`)
    const secrets = ['hash-of-uma', 'hash-of-me', me.token, uploader.token, app.dataDir, sha256, gone._id, 'Withdrawn', '/files/']
    const strangers = role === 'student' ? ['uma-who-uploads', '12345 67890', 'Uma', uploader._id] : []
    // Deleted data is visible to those who can restore it or who see the audit, and backup paths to the owner.
    const shownBy: Record<string, string[]> = {
      [documentsApi.removed.path]: [gone._id, 'Withdrawn', 'deletedAt', 'deletedByName'],
      [auditApi.list.path]: [gone._id, 'Withdrawn'],
      // Members of a conversation see one another's names, and everyone is in the general one.
      [chatApi.conversations.path]: ['Uma', uploader._id],
      [chatApi.people.path]: ['Uma', uploader._id],
      // Its entries name people by the field that chat events use.
      [presenceApi.presence.path]: ['userId'],
      [backupApi.system.path]: ['folder', 'isOnSameDisk', app.dataDir],
      [backupApi.warning.path]: ['isOnSameDisk'],
    }
    let walked = 0
    for (const endpoint of endpoints.filter(({ method, stream }) => method === 'GET' && !stream)) {
      for (const id of endpoint.params ? [book._id, category, gone._id, me._id, me.sessionId] : ['']) {
        const path = fillPath(endpoint.path, { id })
        const answer = await me.get(path)
        if (answer.status === 200) walked++
        const shown = shownBy[endpoint.path] ?? []
        expect([path, keysIn(answer.body).filter((key) => secretKeys.test(key) && !shown.includes(key))]).toEqual([path, []])
        const hidden = [...secrets, ...strangers].filter((secret) => !shown.includes(secret))
        expect([path, hidden.filter((secret) => answer.text.includes(secret))]).toEqual([path, []])
      }
    }
    expect(walked).toBeGreaterThanOrEqual(role === 'student' ? 10 : 9)
  })

  test('to a creation has more than the created thing', async () => {
    const { app } = await givenLibrary()
    const superadmin = await app.as('superadmin')
    const person = { name: 'Asha', email: 'asha@example.org', password: 'correct horse battery', role: 'student' }
    const answers = [
      await superadmin.post('/user', person),
      await superadmin.post('/user', person),
      await superadmin.post('/category', { name: 'Lenses' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201])
    for (const answer of answers) {
      expect(keysIn(answer.body).filter((key) => secretKeys.test(key))).toEqual([])
      expect(answer.text).not.toContain(person.password)
    }
  })
})

test('a file is sent without its path or its uploader', async () => {
  const { app, book, uploader } = await givenLibrary()
  const student = await app.as('student')
  const { status, headers } = await student.get(book.fileUrl)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  const text = JSON.stringify(headers)
  for (const secret of [app.dataDir, uploader._id, 'uma-who-uploads']) expect(text).not.toContain(secret)
})

describe('the log', () => {
  const password = 'a password that is told to nobody'
  const nextPassword = 'the next password, told to nobody'

  /** Lives through a day in the library, with all its failures. Returns what must not be logged. */
  const liveThrough = async (app: Given): Promise<string[]> => {
    const { email } = await givenAccount(app, { role: 'student', password, email: 'asha@example.org' })
    const anyone = app.anyone()
    const { body: signedIn } = await anyone.post('/auth/login', { email, password })
    await anyone.post('/auth/login', { email, password: `${password}?` })
    await anyone.post('/auth/login', { email, password: { password } })
    await anyone.post(`/auth/login?password=${encodeURIComponent(password)}`, { email })
    const me = app.withToken(signedIn.token)
    const admin = await app.as('superadmin')
    const book = await givenDocument(admin, 'Waves', (await givenCategory(admin, 'Physics'))._id)
    const { body: link } = await me.get(`/document/${book._id}/download`)
    const query = link.downloadUrl.split('?')[1]
    expect((await anyone.get(link.downloadUrl)).status).toBe(200)
    expect((await anyone.get(`${link.downloadUrl}0`)).status).toBe(403)
    await anyone.get(`/nothing?${query}`)
    await anyone.get(`/%zz?${query}`)
    await anyone.get('/auth/me', { headers: { authorization: `Bearer ${signedIn.token}x` } })
    const key = (await resetLink(app.platform, email))?.split('#key=')[1] ?? ''
    await withoutTable(app.db, 'favorites', async () => void (await me.get(`/document/favorites?search=${nextPassword}`)))
    await withoutTable(app.db, 'oneTimeKeys', async () => void (await anyone.post('/auth/reset', { key, password: nextPassword })))
    await withoutTable(app.db, 'seats', async () => {
      const person = { name: 'B', email: 'b@example.org', password: nextPassword, role: 'student', seatNumber: 1, slot: 'morning' }
      expect((await admin.post('/user', person)).status).toBe(500)
    })
    await me.post('/auth/password', { current: password, next: nextPassword })
    await anyone.post('/auth/reset', { key, password })
    const { passwordHash } = await app.db.selectFrom('users').select('passwordHash').where('email', '=', email).executeTakeFirstOrThrow()
    const signature = /signature=([0-9a-f]+)/.exec(query ?? '')?.[1] ?? ''
    return [password, nextPassword, encodeURIComponent(password), signedIn.token, admin.token, signature, query ?? '', key, passwordHash]
  }

  test.each(['info', 'debug'] as const)(
    'at the level %s has the events, and no password, token, key or signed link',
    { timeout: 60_000 },
    async (logLevel) => {
      const lines: string[] = []
      const app = await given({ logLevel }, { logTo: { write: (line) => void lines.push(line) } })
      const secrets = await liveThrough(app)
      expect(secrets.every((secret) => secret.length > 20)).toBe(true)
      const log = lines.join('')
      expect(secrets.filter((secret) => log.includes(secret) || log.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
      const paths = new Set(lines.map((line) => JSON.parse(line)).map(({ path }) => path))
      for (const path of ['/api/auth/login', '/api/auth/password', '/api/auth/reset', '/api/document/favorites', '/api/user'])
        expect(paths).toContain(path)
      expect(lines.filter((line) => line.includes('unexpected error')).length).toBe(3)
      expect(lines.every((line) => !line.toLowerCase().includes('authorization'))).toBe(true)
    },
  )
})

test('does not log a secret from a broken address', async () => {
  const lines: string[] = []
  const app = await given({ logLevel: 'info' }, { logTo: { write: (line) => void lines.push(line) } })
  const signature = 'a1b2c3d4e5f6a7b8'
  for (const path of [
    '/document/1/file0session=1&signature=',
    '/document/1/file%3Fsignature=',
    '/document%3Fsignature=',
    `/${'x'.repeat(60)}`,
  ])
    await app.anyone().get(`/api${path}${signature}`)
  expect(lines).toHaveLength(4)
  expect(lines.join('')).not.toContain(signature)
})

test('logs the path of the call and nothing of a path as it was typed', async () => {
  const lines: string[] = []
  const clientFolder = await mkdtemp(join(tmpdir(), 'carrel-client-'))
  onTestFinished(() => rm(clientFolder, { recursive: true }))
  await writeFile(join(clientFolder, 'index.html'), '<html><head><title>x</title></head><body><div id="root"></div></body></html>')
  const app = await given({ logLevel: 'info' }, { clientFolder, logTo: { write: (line) => void lines.push(line) } })
  const admin = await app.as('superadmin')
  await admin.del('/user/meera@example.org')
  await admin.get('/user/meera@example.org')
  await admin.post('/user/meera/again')
  for (const url of ['/meera', '/user/meera@example.org', '/assets/meera.js']) await app.server.inject(url)
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['DELETE', '/api/user/:id', 404],
    ['GET', '/api/*', 404],
    ['POST', '/api/*', 404],
    ['GET', 'none', 200],
    ['GET', 'none', 404],
    ['GET', 'none', 404],
  ])
  for (const { reqId, ms } of logged) expect([reqId, ms]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.any(Number)])
  expect(lines.join('')).not.toContain('meera')
})
