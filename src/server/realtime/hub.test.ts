import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Config } from '#server/config.ts'
import { instanceOf } from '#server/db/instance.ts'
import { resetLink } from '#server/features.ts'
import { floodLimits } from '#server/http/floodLimits.ts'
import { withoutTable } from '#server/testing/broken.ts'
import { given } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})

const SECOND = 1_000
type Options = Partial<ManagerOptions & SocketOptions>

const givenHall = async (settings: Partial<Config> = {}, lasts: 'test' | 'file' = 'test') => {
  const app = await given(settings, { lasts })
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  /** Returns the socket once it is open, or the sentence that refuses it. */
  const connect = async (token: unknown, options: Options = {}): Promise<Socket | string> => {
    const socket = io(origin, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true, ...options })
    opened.push(socket)
    return new Promise((resolve) => {
      socket.once('connect', () => resolve(socket))
      socket.once('connect_error', ({ message }) => resolve(message))
    })
  }
  const open = async (token: string): Promise<Socket> => {
    const socket = await connect(token)
    if (typeof socket === 'string') throw new Error(`The socket was refused: ${socket}`)
    return socket
  }
  return { app, origin, port, connect, open }
}

/** Waits until the socket is closed; returns whether that was within the time. */
const closesWithin = async (socket: Socket, ms: number): Promise<boolean> => {
  for (const until = performance.now() + ms; socket.connected && performance.now() < until; ) await wait(10)
  return !socket.connected
}

// It takes a second at most, but more on a busy machine.
const closes = (socket: Socket): Promise<boolean> => closesWithin(socket, 20 * SECOND)

const staysOpen = async (socket: Socket): Promise<boolean> => !(await closesWithin(socket, 1.5 * SECOND))

test('a socket receives the epoch of the data, the same as every other', async () => {
  const { app, origin } = await givenHall()
  const { token } = await app.as('student')
  const told = () =>
    new Promise((resolve) => {
      const socket = io(origin, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
      opened.push(socket)
      socket.once('hello', resolve)
    })
  const [first, second] = [await told(), await told()]
  expect(first).toEqual({ epoch: (await instanceOf(app.platform)).epoch })
  expect(second).toEqual(first)
})

test('strangers take no turn of the sockets that wait to be let in, and are refused at once', async () => {
  const { app, connect, open } = await givenHall()
  const { token } = await app.as('student')
  // Nobody is let in who has to wait.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, number) => connect(`stranger ${number}`)))
  expect(new Set(answers.map((answer) => typeof answer))).toEqual(new Set(['string']))
  expect((await open(token)).connected).toBe(true)
})

test('a session that ends while its socket waits to be let in opens nothing', async () => {
  const { app, connect, open } = await givenHall()
  const { token } = await app.as('student')
  const other = await app.as('student')
  vi.useFakeTimers({ toFake: ['setInterval'] })
  await Promise.all(Array.from({ length: 50 }, () => open(token)))
  const read = app.clockReads()
  const answer = connect(other.token)
  // The server reads the clock to find the session, and answers the next call after that. A poll would advance the fake clock.
  while (app.clockReads() === read) await wait(5)
  expect((await other.get('/auth/me')).status).toBe(200)
  expect((await other.post('/auth/logout')).status).toBeLessThan(300)
  vi.advanceTimersByTime(1_000)
  expect(typeof (await answer)).toBe('string')
})

let shared: ReturnType<typeof givenHall> | undefined
/** One hall for the sockets that are refused; starting it takes longer than they do. */
const sharedHall = (): ReturnType<typeof givenHall> => {
  shared ??= givenHall({}, 'file')
  return shared
}

describe('a socket opens', () => {
  test.each([
    ['the token', (token: string) => token],
    ['Bearer and the token', (token: string) => `Bearer ${token}`],
  ])('with %s of a live session', async (_, auth) => {
    const { app, connect } = await givenHall()
    const { token } = await app.as('student')
    expect(await connect(auth(token))).toHaveProperty('connected', true)
    expect(await connect(auth(token), { transports: ['polling'] })).toHaveProperty('connected', true)
  })

  test.each([undefined, null, '', 'x'.repeat(43), 'Bearer ', 7, {}, ['a'], true])('not with the token %j', async (token) => {
    const { connect } = await sharedHall()
    expect(await connect(token)).toBe('Please sign in.')
  })

  test('not with a token in the address, which would be logged', async () => {
    const { app, connect } = await sharedHall()
    const { token } = await app.as('student')
    expect(await connect(undefined, { query: { token } })).toBe('Please sign in.')
  })

  test('not with something other than an object', async () => {
    const { connect } = await sharedHall()
    expect(await connect(undefined, { auth: (answer) => answer(null as never) })).toBe('Please sign in.')
  })

  test('not after the session or the account has ended', async () => {
    const { app, connect } = await givenHall({ sessionDays: 1 })
    app.setNow('2026-11-21T10:00:00.000Z')
    const [gone, expired, idle] = [
      await app.as('student'),
      await app.as('student', { terminationDate: '2026-11-21' }),
      await app.as('student'),
    ]
    await gone.post('/auth/logout')
    expect(await connect(gone.token)).toBe('Please sign in.')
    app.setNow('2026-11-21T18:30:00.000Z')
    expect(await connect(expired.token)).toBe('Please sign in.')
    app.setNow('2026-11-22T10:00:00.000Z')
    expect(await connect(idle.token)).toBe('Please sign in.')
  })
})

describe('a page', () => {
  let named: ReturnType<typeof givenHall> | undefined
  let nameless: ReturnType<typeof givenHall> | undefined

  const from = async (originOf: (own: string, port: number) => string | undefined) => {
    named ??= givenHall({ publicUrl: 'https://library.example.org' }, 'file')
    const { app, origin, port, connect } = await named
    const { token } = await app.as('student')
    const header = originOf(origin, port)
    const extraHeaders: Record<string, string> = header === undefined ? {} : { origin: header }
    const answers = [await connect(token, { extraHeaders }), await connect(token, { extraHeaders, transports: ['polling'] })]
    return answers.map((answer) => (typeof answer === 'string' ? 'refused' : 'open'))
  }

  test.each([
    ['this server', (own: string) => own],
    ['this server behind TLS', (own: string) => own.replace('http:', 'https:')],
    ['PUBLIC_URL', () => 'https://library.example.org'],
    ['no origin, which no browser leaves out', () => undefined],
  ])('of %s may open one', async (_, originOf) => {
    expect(await from(originOf)).toEqual(['open', 'open'])
  })

  test.each([
    ['another site', () => 'https://evil.example'],
    ['another port', (_: string, port: number) => `http://127.0.0.1:${port + 1}`],
    ['a site that begins like PUBLIC_URL', () => 'https://library.example.org.evil.example'],
    ['a site that ends like PUBLIC_URL', () => 'https://evil-library.example.org'],
    ['PUBLIC_URL without TLS', () => 'http://library.example.org'],
    ['a site below PUBLIC_URL', () => 'https://a.library.example.org'],
    ['a sandboxed frame', () => 'null'],
    ['nowhere', () => ''],
  ])('of %s may not', async (_, originOf) => {
    expect(await from(originOf)).toEqual(['refused', 'refused'])
  })

  test.each([
    ['our own name', 200, 'https://hall.example.org'],
    ['our own name in capitals', 200, 'https://HALL.example.org'],
    ['a name that begins like ours', 403, 'https://hall.example.org.evil.example'],
    ['a name that ends like ours', 403, 'https://evil-hall.example.org'],
    ['a name below ours', 403, 'https://a.hall.example.org'],
    ['our name before another', 403, 'https://hall.example.org@evil.example'],
    ['our name at another port', 403, 'https://hall.example.org:8443'],
  ])('of %s gets %i if there is no PUBLIC_URL', async (_, status, origin) => {
    nameless ??= givenHall({ publicUrl: undefined }, 'file')
    const { port } = await nameless
    const asked = get({
      host: '127.0.0.1',
      port,
      path: '/socket.io/?EIO=4&transport=polling',
      headers: { host: 'hall.example.org', origin },
    })
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    reply.resume()
    expect(reply.statusCode).toBe(status)
  })
})

describe('a socket closes within a second', () => {
  const givenTwo = async () => {
    const hall = await givenHall()
    const account = await givenAccount(hall.app, { email: 'meera@example.org' })
    const signIn = async () => {
      const { body } = await hall.app.anyone().post('/auth/login', { email: account.email, password: rightPassword })
      return { person: hall.app.withToken(body.token), socket: await hall.open(body.token) }
    }
    return { ...hall, account, here: await signIn(), there: await signIn() }
  }

  test('when its session signs out, and no other does', async () => {
    const { here, there } = await givenTwo()
    await here.person.post('/auth/logout')
    expect(await closes(here.socket)).toBe(true)
    expect(await staysOpen(there.socket)).toBe(true)
  })

  test('when the password is changed elsewhere, but not where it was changed', async () => {
    const { here, there } = await givenTwo()
    expect((await here.person.post('/auth/password', { current: rightPassword, next: 'another good one' })).status).toBe(204)
    expect(await closes(there.socket)).toBe(true)
    expect(await staysOpen(here.socket)).toBe(true)
  })

  test('when its session is ended from another', async () => {
    const { here, there } = await givenTwo()
    const { items } = (await here.person.get('/auth/sessions')).body
    const other = items.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    await here.person.del(`/auth/sessions/${other._id}`)
    expect(await closes(there.socket)).toBe(true)
    expect(here.socket.connected).toBe(true)
  })

  test('when all other sessions are ended', async () => {
    const { here, there } = await givenTwo()
    await here.person.del('/auth/sessions')
    expect(await closes(there.socket)).toBe(true)
    expect(here.socket.connected).toBe(true)
  })

  test('when a lost password is reset, everywhere', async () => {
    const { app, account, here, there } = await givenTwo()
    const key = (await resetLink(app.platform, account.email))?.split('#key=')[1]
    expect((await app.anyone().post('/auth/reset', { key, password: 'another good one' })).status).toBe(204)
    for (const { socket } of [here, there]) expect(await closes(socket)).toBe(true)
  })

  test('when the last day of the account is over', async () => {
    const { app, open } = await givenHall()
    app.setNow('2026-11-21T10:00:00.000Z')
    const socket = await open((await app.as('student', { terminationDate: '2026-11-21' })).token)
    const other = await open((await app.as('student')).token)
    app.setNow('2026-11-21T18:29:59.999Z')
    expect(await staysOpen(socket)).toBe(true)
    app.setNow('2026-11-21T18:30:00.000Z')
    // A tick of the watch, and what a busy machine adds.
    expect(await closes(socket)).toBe(true)
    expect(other.connected).toBe(true)
  })

  test('when its session was unused for too long, but not when it was used elsewhere meanwhile', async () => {
    const { app, open } = await givenHall({ sessionDays: 1 })
    const [idle, busy] = [await app.as('student'), await app.as('student')]
    const [idleSocket, busySocket] = [await open(idle.token), await open(busy.token)]
    app.advance(23 * 3_600)
    expect((await busy.get('/auth/me')).status).toBe(200)
    app.advance(3_600)
    expect(await closes(idleSocket)).toBe(true)
    expect(await staysOpen(busySocket)).toBe(true)
  })

  test('when another program has ended its session', async () => {
    const { app, open } = await givenHall()
    const [student, other] = [await app.as('student'), await app.as('student')]
    const [socket, otherSocket] = [await open(student.token), await open(other.token)]
    await app.db.deleteFrom('sessions').where('id', '=', student.sessionId).execute()
    expect(await closes(socket)).toBe(true)
    expect(await staysOpen(otherSocket)).toBe(true)
  })

  test('when its session ends just as it opens', async () => {
    const { app, connect } = await givenHall()
    const student = await app.as('student')
    const opening = connect(student.token)
    await student.post('/auth/logout')
    const socket = await opening
    if (typeof socket !== 'string') expect(await closes(socket)).toBe(true)
  })

  test('and not while the database does not respond', async () => {
    const { app, open } = await givenHall()
    const socket = await open((await app.as('student')).token)
    await withoutTable(app.db, 'sessions', async () => expect(await staysOpen(socket)).toBe(true))
    expect(await staysOpen(socket)).toBe(true)
  })
})

test('a packet over 100 KB closes only the socket of its sender', async () => {
  const { app, open } = await givenHall()
  const [sender, other] = [await open((await app.as('student')).token), await open((await app.as('student')).token)]
  sender.emit('anything', 'x'.repeat(90_000))
  expect(await staysOpen(sender)).toBe(true)
  sender.emit('anything', 'x'.repeat(110_000))
  expect(await closes(sender)).toBe(true)
  expect(await staysOpen(other)).toBe(true)
})

test.each([-1, 0, 1])('a socket may send as many packets as people can cause: the limit and %i', async (more) => {
  const { app, open } = await givenHall()
  const [sender, other] = [await open((await app.as('student')).token), await open((await app.as('student')).token)]
  // Opening it took one.
  for (let sent = 1; sent < floodLimits.socketPackets + more; sent++) sender.emit('anything', sent)
  expect(await closesWithin(sender, 1.5 * SECOND)).toBe(more > 0)
  expect(other.connected).toBe(true)
})

test('a closing server closes its sockets', async () => {
  const { app, open } = await givenHall()
  const socket = await open((await app.as('student')).token)
  await app.app.close()
  expect(await closes(socket)).toBe(true)
})
