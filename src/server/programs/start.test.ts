import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { firstAdmin, givenFolder, type Program, run, signInFirst, startServer } from '#server/testing/program.ts'

const person = { name: 'Meera Iyer', email: 'meera@example.org', password: 'first of them all' }
const keyIn = (link: string | undefined): string => link?.split('#key=')[1] ?? ''

/** Stops a server. Returns all its output, which is complete once it has ended. */
const stop = async ({ child, ended, stdout, stderr }: Program): Promise<{ code: unknown; stdout: string; stderr: string }> => {
  child.kill('SIGTERM')
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}

describe('the first start', () => {
  test('prints a link that makes the first superadmin, with the port that it listens on, until there is one', async () => {
    const DATA_DIR = await givenFolder()
    const first = await startServer({ DATA_DIR })
    const link = await first.setupLink()
    expect(link).toMatch(new RegExp(`^http://localhost:${first.port}/setup#key=[\\w-]{43}$`))
    expect((await stop(first)).stdout).toContain(`This is a new, empty data folder, ${DATA_DIR}. If you expected your records here, stop`)
    const second = await startServer({ DATA_DIR })
    expect((await second.call('POST', '/setup', { key: keyIn(link), ...person })).status).toBe(403)
    expect((await second.call('POST', '/setup', { key: keyIn(await second.setupLink()), ...person })).status).toBe(201)
    expect((await stop(second)).code).toBe(0)
    const third = await startServer({ DATA_DIR })
    await signInFirst(third)
    expect(await stop(third)).toEqual({ code: 0, stdout: `Carrel is ready at http://localhost:${third.port}\n`, stderr: '' })
  })

  test('prints a link at PUBLIC_URL if it is set', async () => {
    const { child, stdout } = run('main', { DATA_DIR: await givenFolder(), PUBLIC_URL: 'https://library.example.org/' })
    await expect.poll(stdout).toMatch(/ https:\/\/library\.example\.org\/setup#key=[\w-]{43}\n/)
    expect(stdout()).toMatch(/^Carrel is ready at https:\/\/library\.example\.org\n/)
    child.kill('SIGTERM')
  })

  test('makes the first superadmin of ADMIN_*, and prints no link; a later start changes nothing', async () => {
    const DATA_DIR = await givenFolder()
    const first = await startServer({ DATA_DIR, ...firstAdmin })
    const me = await first.call('GET', '/auth/me', undefined, await signInFirst(first))
    expect(me.body).toMatchObject({ name: 'Administrator', role: 'superadmin' })
    expect((await stop(first)).stdout).not.toContain('/setup')
    const second = await startServer({ DATA_DIR, ...firstAdmin, ADMIN_PASSWORD: 'another password', ADMIN_NAME: 'Another' })
    await signInFirst(second)
    expect((await stop(second)).stdout).not.toContain('/setup')
  })
})

// What `readConfig` refuses is in config.test.ts: this has one case of each way in which a start ends.
test.each<[Record<string, string>, RegExp]>([
  [{ PORT: 'eighty' }, /^PORT must be a whole number from 0 to 65535, not "eighty"\.$/],
  [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, /^DATABASE_URL must be/],
  [{ DATABASE_URL: 'postgres://root:hunter2@127.0.0.1:1/x' }, /^DATABASE_URL: PostgreSQL at "127\.0\.0\.1:1" cannot be used/],
  [{ HOST: '999.1.1.1' }, /^HOST must be an address of this machine, not "999\.1\.1\.1"\.$/],
  [{ HOST: '203.0.113.9' }, /^HOST must be an address of this machine, not "203\.0\.113\.9"\.$/],
  [{ DATA_DIR: '/dev/null/data' }, /^DATA_DIR: the database in/],
  [{ ADMIN_EMAIL: 'meera', ADMIN_PASSWORD: 'hunter2hunter2' }, /^ADMIN_EMAIL.*cannot be used/],
  [{ ADMIN_EMAIL: 'meera@example.org', ADMIN_PASSWORD: 'hunter2' }, /^ADMIN_EMAIL.*cannot be used/],
  [{ ADMIN_EMAIL: 'meera@example.org', ADMIN_PASSWORD: 'password123' }, /^ADMIN_PASSWORD cannot be used/],
])('a wrong value stops the start with one sentence without any password: %j', async (env, sentence) => {
  const { ended, stdout, stderr } = run('main', { DATA_DIR: await givenFolder(), ...env })
  expect(await ended).toBe(1)
  expect(stdout()).toBe('')
  expect(stderr()).toMatch(/^[^\n]+\.\n$/)
  expect(stderr().trimEnd()).toMatch(sentence)
  expect(stderr()).not.toContain('hunter2')
})

test('a port that is in use stops the start with one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const { ended, stderr } = run('main', { DATA_DIR: await givenFolder(), PORT: String(port) })
  expect([await ended, stderr()]).toEqual([1, 'The port is already in use. Set PORT to a free one.\n'])
  taken.close()
})

describe('npm run admin -- reset', () => {
  test('prints a link that sets a new password once, while the server runs', async () => {
    const DATA_DIR = await givenFolder()
    const server = await startServer({ DATA_DIR, ...firstAdmin })
    const token = await signInFirst(server)
    const admin = run('admin', { DATA_DIR, PUBLIC_URL: 'https://library.example.org' }, ['reset', 'Meera@Example.org'])
    expect([await admin.ended, admin.stderr()]).toEqual([0, ''])
    const link = /https:\/\/library\.example\.org\/reset#key=[\w-]{43}/.exec(admin.stdout())?.[0]
    const reset = (password: string) => server.call('POST', '/auth/reset', { key: keyIn(link), password })
    expect((await reset('a new one of mine')).status).toBe(204)
    expect((await reset('yet another one')).status).toBe(403)
    expect((await server.call('GET', '/auth/me', undefined, token)).status).toBe(401)
    expect((await server.call('POST', '/auth/login', { ...person, password: 'a new one of mine' })).status).toBe(200)
  })

  test('ends with a sentence if nobody has that name, or the command is unknown', async () => {
    const DATA_DIR = await givenFolder()
    await startServer({ DATA_DIR })
    const ends = async (...args: string[]) => {
      const admin = run('admin', { DATA_DIR }, args)
      return [await admin.ended, admin.stdout(), admin.stderr()]
    }
    const usage = [2, 'Usage: npm run admin -- reset EMAIL or MOBILE NUMBER\n', '']
    const shared = 'There is no account with the mobile number 98206 28374, or several people have it. Use the email address instead.\n'
    expect(await ends('reset', '98206', '28374')).toEqual([1, shared, ''])
    expect(await Promise.all([ends('reset', 'nobody@example.org'), ends('reset'), ends('delete', 'nobody@example.org'), ends()])).toEqual([
      [1, 'There is no account with the email address nobody@example.org.\n', ''],
      ...[usage, usage, usage],
    ])
  })
})

test.each([
  ['doctor', []],
  ['admin', ['reset', 'meera@example.org']],
] as const)('%s makes no library where there is none, because DATA_DIR is mistyped then', async (name, args) => {
  const DATA_DIR = await givenFolder()
  const { ended, stdout, stderr } = run(name, { DATA_DIR }, args)
  expect([await ended, stdout(), stderr()]).toEqual([1, '', `DATA_DIR: there is no library in "${DATA_DIR}".\n`])
  expect(await readdir(DATA_DIR)).toEqual([])
})
