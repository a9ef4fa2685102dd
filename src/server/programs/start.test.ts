import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { firstAdmin, givenFolder, type Program, run, signInFirst, startServer } from '#server/testing/program.ts'
import { sentenceFor } from './failStart.ts'
import { open } from './open.ts'
import { runAdmin } from './runAdmin.ts'

const person = { name: 'Meera Iyer', email: 'meera@example.org', password: 'first of them all' }
const keyIn = (link: string | undefined): string => link?.split('#key=')[1] ?? ''

/** Stops a server. Returns all its output, which is complete once it has ended. */
const stop = async ({ child, ended, stdout, stderr }: Program): Promise<{ code: unknown; stdout: string; stderr: string }> => {
  child.kill('SIGTERM')
  return { code: await ended, stdout: stdout(), stderr: stderr() }
}

describe('the first start', () => {
  test('prints a link that makes the first superadmin, with the port that it listens on, until there is one', {
    timeout: 120_000,
  }, async () => {
    const DATA_DIR = await givenFolder()
    const first = await startServer({ DATA_DIR })
    const link = await first.setupLink()
    expect(link).toMatch(new RegExp(`^http://localhost:${first.port}/setup#key=[\\w-]{43}$`))
    expect((await stop(first)).stdout).toContain(`This is a new, empty data folder, ${DATA_DIR}. If you expected your records here, stop`)
    const second = await startServer({ DATA_DIR })
    expect((await second.call('POST', '/setup', { key: keyIn(link), ...person })).status).toBe(403)
    expect((await second.call('POST', '/setup', { key: keyIn(await second.setupLink()), ...person })).status).toBe(201)
    expect((await stop(second)).code).toBe(0)
    // There is an account now, so these settings change nothing.
    const third = await startServer({ DATA_DIR, ...firstAdmin, ADMIN_PASSWORD: 'another password', ADMIN_NAME: 'Another' })
    await signInFirst(third)
    expect(await stop(third)).toEqual({ code: 0, stdout: `Carrel is ready at http://localhost:${third.port}\n`, stderr: '' })
  })

  test('prints a link at PUBLIC_URL if it is set', async () => {
    const { child, stdout } = run('main', { DATA_DIR: await givenFolder(), PUBLIC_URL: 'https://library.example.org/' })
    await expect.poll(stdout).toMatch(/ https:\/\/library\.example\.org\/setup#key=[\w-]{43}\n/)
    expect(stdout()).toMatch(/^Carrel is ready at https:\/\/library\.example\.org\n/)
    child.kill('SIGTERM')
  })
})

// What `readConfig` refuses is in config.test.ts, and which first accounts in accounts.keys.test.ts: this has one case of each way in
// which a start ends.
test.each<[Record<string, string>, RegExp]>([
  [{ DATABASE_URL: 'postgres://root:hunter2@127.0.0.1:1/x' }, /^DATABASE_URL: PostgreSQL at "127\.0\.0\.1:1" cannot be used/],
  [{ ADMIN_EMAIL: 'meera@example.org', ADMIN_PASSWORD: 'hunter2' }, /^ADMIN_EMAIL.*cannot be used/],
  [{ HOST: '203.0.113.9' }, /^HOST must be an address of this machine, not "203\.0\.113\.9"\.$/],
])('a wrong value stops the start with one sentence without any password: %j', async (env, sentence) => {
  const { ended, stdout, stderr } = run('main', { DATA_DIR: await givenFolder(), ...env })
  expect([await ended, stdout()]).toEqual([1, ''])
  expect(stderr()).toMatch(/^[^\n]+\.\n$/)
  expect(stderr().trimEnd()).toMatch(sentence)
  expect(stderr()).not.toContain('hunter2')
})

/* Others that end in the same ways, without the program. */

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: 'eighty' }, /^PORT must be a whole number from 0 to 65535, not "eighty"\.$/],
  [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, /^DATABASE_URL must be[^\n]+\.$/],
  [{ DATA_DIR: '/dev/null/data' }, /^DATA_DIR: the database in[^\n]+\.$/],
])('a wrong value is explained without any password: %j', async (env, sentence) => {
  const explained = await open({ DATA_DIR: await givenFolder(), ...env }).catch(sentenceFor)
  expect(explained).toMatch(sentence)
  expect(explained).not.toContain('hunter2')
})

const listening = async (port: number, host: string): Promise<Server> => {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  return server
}

test('a port that is in use, and a host that no machine has, are explained', async () => {
  const taken = await listening(0, '127.0.0.1')
  const { port } = taken.address() as { port: number }
  expect(await listening(port, '127.0.0.1').catch(sentenceFor)).toBe('The port is already in use. Set PORT to a free one.')
  taken.close()
  expect(await listening(0, '999.1.1.1').catch(sentenceFor)).toBe('HOST must be an address of this machine, not "999.1.1.1".')
})

describe('npm run admin -- reset', () => {
  test('prints a link that sets a new password once, while the server runs', async () => {
    const DATA_DIR = await givenFolder()
    const server = await startServer({ DATA_DIR, ...firstAdmin })
    const token = await signInFirst(server)
    // The first superadmin is that of the settings, so that nobody needs a link to become it.
    expect((await server.call('GET', '/auth/me', undefined, token)).body).toMatchObject({ name: 'Administrator', role: 'superadmin' })
    expect(server.stdout()).not.toContain('/setup')
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
    await (await open({ DATA_DIR })).database.close()
    const ends = async (...words: string[]) => {
      const said: string[] = []
      return [await runAdmin(words, { env: { DATA_DIR }, print: (sentence) => said.push(sentence) }), ...said]
    }
    const usage = [2, 'Usage: npm run admin -- reset EMAIL or MOBILE NUMBER']
    const shared = 'There is no account with the mobile number 98206 28374, or several people have it. Use the email address instead.'
    expect(await ends('reset', '98206', '28374')).toEqual([1, shared])
    expect(await ends('reset', 'nobody@example.org')).toEqual([1, 'There is no account with the email address nobody@example.org.'])
    for (const words of [['reset'], ['delete', 'nobody@example.org'], []]) expect(await ends(...words)).toEqual(usage)
    const admin = run('admin', { DATA_DIR })
    expect([await admin.ended, admin.stdout(), admin.stderr()]).toEqual([2, `${usage[1]}\n`, ''])
  })
})

test('neither doctor nor admin makes a library where there is none, because DATA_DIR is mistyped then', async () => {
  const DATA_DIR = await givenFolder()
  const sentence = `DATA_DIR: there is no library in "${DATA_DIR}".`
  const { ended, stdout, stderr } = run('doctor', { DATA_DIR })
  expect([await ended, stdout(), stderr()]).toEqual([1, '', `${sentence}\n`])
  await expect(runAdmin(['reset', 'meera@example.org'], { env: { DATA_DIR }, print: () => {} })).rejects.toThrow(new ConfigError(sentence))
  expect(await readdir(DATA_DIR)).toEqual([])
})
