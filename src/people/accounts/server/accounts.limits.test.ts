import argon2 from '@node-rs/argon2'
import { beforeEach, describe, expect, type MockInstance, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { given } from '#server/testing/given.ts'
import { watchVerify } from '#server/testing/passwords.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

let verify: MockInstance<typeof argon2.verify>

// Hundreds of passwords are checked here. Those of unknown accounts are compared with an expensive hash, which no password matches.
beforeEach(() => {
  const real = argon2.verify
  verify = watchVerify().mockImplementation(async (hash, ...given) => !String(hash).includes('m=19456') && real(hash, ...given))
})

const email = 'meera@example.org'
const phone = '98206 28374'

const givenMeera = async (settings: Partial<Config> = {}, name = email) => {
  const app = await given(settings)
  const { _id } = await givenAccount(app, { email, phone: '+91 98206-28374' })
  const attempt = (address: string, password: string, account = name, headers = {}) =>
    app.anyone(address).post('/auth/login', { email: account, password }, { headers })
  const right = async (address: string) => (await attempt(address, rightPassword)).status
  const wrong = async (times: number, address: string, account = name): Promise<number[]> => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) statuses.push((await attempt(address, 'not the password', account)).status)
    return statuses
  }
  return { app, _id, attempt, right, wrong }
}

const times = (count: number, status: number): number[] => Array(count).fill(status)

const nobody = (at: number): string => `nobody${at}@example.org`

type Names = { name: string; spellings: [string, string][] }

const byEmail: Names = {
  name: email,
  spellings: [
    ['NOBODY@example.org', ' nobody@EXAMPLE.org '],
    ['MEERA@example.org', 'meera@example.org'],
  ],
}

const byNumber: Names = {
  name: phone,
  spellings: [
    ['90000 00099', '+91-90000 00099'],
    ['098206 28374', '0091 (98206) 28374'],
  ],
}

describe.each([
  ['an email', byEmail],
  ['a mobile number', byNumber],
])('by %s', (_, { name, spellings }) => {
  test('rejects everything after ten failures on one account from one address, even the right password', async () => {
    const { attempt, right, wrong } = await givenMeera({}, name)
    expect(await wrong(9, '203.0.113.1')).toEqual(times(9, 401))
    expect(await right('203.0.113.1')).toBe(200)
    expect(await wrong(2, '203.0.113.1')).toEqual([401, 429])
    const refused = await attempt('203.0.113.1', rightPassword)
    expect(refused.status).toBe(429)
    expect(refused.body.message).toBe('Too many attempts. Please wait 15 minutes and try again.')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(890)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect(await right('203.0.113.2')).toBe(200)
  })

  test('counts other spellings together, and counts an account that does not exist in the same way', async () => {
    const { wrong } = await givenMeera({}, name)
    for (const [spelling, other] of spellings) {
      expect(await wrong(10, '203.0.113.1', spelling)).toEqual(times(10, 401))
      expect(await wrong(1, '203.0.113.1', other)).toEqual([429])
    }
  })

  test('counts concurrent attempts without letting any slip through', async () => {
    const { attempt } = await givenMeera({}, name)
    verify.mockClear()
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt('203.0.113.1', 'not the password')))
    expect(answers.map(({ status }) => status).sort()).toEqual([...times(10, 401), ...times(20, 429)])
    expect(verify).toHaveBeenCalledTimes(10)
  })

  test('does not count right passwords', async () => {
    const { right } = await givenMeera({}, name)
    for (let time = 0; time < 25; time++) expect(await right('203.0.113.1')).toBe(200)
  })

  test('closes an account to new addresses after twenty failures from such addresses, but not to its owner', async () => {
    const { right, wrong } = await givenMeera({}, name)
    expect(await right('198.51.100.7')).toBe(200)
    for (let address = 1; address <= 10; address++) expect(await wrong(2, `203.0.113.${address}`)).toEqual([401, 401])
    expect(await right('203.0.113.99')).toBe(429)
    expect(await right('198.51.100.7')).toBe(200)
    expect(await wrong(1, '198.51.100.7')).toEqual([401])
  })

  test('does not let one address close an account to all others by continuing after a rejection', async () => {
    const { right, wrong } = await givenMeera({}, name)
    await wrong(40, '203.0.113.1')
    expect(await right('203.0.113.2')).toBe(200)
  })

  test('counts an IPv6 network as one address, in any notation', async () => {
    const { right, wrong } = await givenMeera({}, name)
    for (let host = 1; host <= 10; host++) expect(await wrong(1, `2001:db8::${host}:0:0:1`)).toEqual([401])
    expect(await wrong(1, '2001:0db8:0:0:ffff::1')).toEqual([429])
    expect(await right('2001:db8:0:1::1')).toBe(200)
  })

  test('recognizes a person’s IPv6 network by any of its addresses', async () => {
    const { right, wrong } = await givenMeera({}, name)
    expect(await right('2001:db8:7::1')).toBe(200)
    for (let address = 1; address <= 10; address++) await wrong(2, `203.0.113.${address}`)
    expect(await right('2001:db8:8::1')).toBe(429)
    expect(await right('2001:db8:7::99')).toBe(200)
  })

  test('ignores X-Forwarded-For', async () => {
    const { attempt } = await givenMeera({}, name)
    const statuses: number[] = []
    for (let time = 1; time <= 11; time++)
      statuses.push((await attempt('203.0.113.1', 'not the password', name, { 'x-forwarded-for': `198.51.100.${time}` })).status)
    expect(statuses).toEqual([...times(10, 401), 429])
  })

  test('trusts X-Forwarded-For of a trusted proxy, and only the part that the proxy wrote', async () => {
    const { attempt } = await givenMeera({ trustProxy: ['203.0.113.1'] }, name)
    const from = async (proxy: string, forwarded: string) =>
      (await attempt(proxy, 'not the password', name, { 'x-forwarded-for': forwarded })).status
    for (let time = 1; time <= 10; time++) expect(await from('203.0.113.1', `10.0.0.${time}, 198.51.100.1`)).toBe(401)
    expect(await from('203.0.113.1', '10.0.0.99, 198.51.100.1')).toBe(429)
    expect(await from('203.0.113.1', '198.51.100.2')).toBe(401)
    expect(await from('203.0.113.2', '198.51.100.1')).toBe(401)
  })
})

// The names that were typed do not matter to the limits of an address.
describe('an address', () => {
  test('is stopped after two hundred failures over many accounts', async () => {
    const { right, wrong } = await givenMeera()
    for (let account = 0; account < 20; account++) expect(await wrong(10, '203.0.113.1', nobody(account))).toEqual(times(10, 401))
    expect(await wrong(1, '203.0.113.1', nobody(20))).toEqual([429])
    expect(await right('203.0.113.1')).toBe(429)
    expect(await right('203.0.113.2')).toBe(200)
  })

  test('does not let one person who continues after a rejection use up the limit of a whole hall', async () => {
    const { right, wrong } = await givenMeera()
    await wrong(210, '203.0.113.1', nobody(21))
    expect(await right('203.0.113.1')).toBe(200)
  })

  test('does not count an attempt in other limits if one rejects it', async () => {
    const { right, wrong } = await givenMeera()
    const closed = Array.from({ length: 20 }, (_, at) => nobody(at))
    for (const account of closed) for (const address of ['203.0.113.1', '203.0.113.2']) await wrong(10, address, account)
    for (const account of closed) expect(await wrong(10, '203.0.113.3', account)).toEqual(times(10, 429))
    expect(await right('203.0.113.3')).toBe(200)
  })

  test('does not let addresses that are stopped close further accounts', async () => {
    const { right, wrong } = await givenMeera()
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      for (let account = 0; account < 20; account++) await wrong(10, address, nobody(account))
      expect(await wrong(10, address)).toEqual(times(10, 429))
    }
    expect(await right('203.0.113.3')).toBe(200)
  })
})

describe('one account by its email and its number', () => {
  const both = [email, phone, '+91 98206 28374', 'MEERA@example.org', '098206-28374']

  test('shares ten guesses from one address, and a rejection does not reveal that both belong to one account', async () => {
    const { attempt, right, wrong } = await givenMeera()
    for (let time = 0; time < 10; time++) expect(await wrong(1, '203.0.113.1', both[time % both.length])).toEqual([401])
    // As for an unknown name: wrong, and rejected after ten.
    for (const name of [email, phone]) expect((await attempt('203.0.113.1', rightPassword, name)).status).toBe(401)
    expect(await wrong(6, '203.0.113.1', phone)).toEqual([...times(3, 401), ...times(3, 429)])
    expect(await wrong(6, '203.0.113.1', email)).toEqual([...times(5, 401), 429])
    expect(await right('203.0.113.2')).toBe(200)
  })

  test('replies for the second name as for an unknown one, once the first is rejected', async () => {
    const { attempt, wrong } = await givenMeera()
    expect(await wrong(11, '203.0.113.1', email)).toEqual([...times(10, 401), 429])
    const [second, unknown] = [
      await attempt('203.0.113.1', rightPassword, phone),
      await attempt('203.0.113.1', rightPassword, '9000000001'),
    ]
    expect([second.status, second.body]).toEqual([401, unknown.body])
    expect(await wrong(10, '203.0.113.1', phone)).toEqual(await wrong(10, '203.0.113.1', '9000000001'))
  })

  test('shares twenty guesses from new addresses', async () => {
    const { attempt, right, wrong } = await givenMeera()
    expect(await right('198.51.100.7')).toBe(200)
    for (let address = 1; address <= 10; address++)
      for (const name of [email, phone]) expect(await wrong(1, `203.0.113.${address}`, name)).toEqual([401])
    for (const name of [email, phone]) expect((await attempt('203.0.113.99', rightPassword, name)).status).toBe(401)
    for (const name of [email, phone]) expect((await attempt('198.51.100.7', rightPassword, name)).status).toBe(200)
  })

  test('is not closed elsewhere by one address that continues with both', async () => {
    const { attempt, wrong } = await givenMeera()
    for (const name of both) await wrong(12, '203.0.113.1', name)
    for (const name of [email, phone]) expect((await attempt('203.0.113.2', rightPassword, name)).status).toBe(200)
  })

  test('uncounts right passwords for both', async () => {
    const { attempt } = await givenMeera()
    for (let time = 0; time < 25; time++) expect((await attempt('203.0.113.1', rightPassword, both[time % both.length])).status).toBe(200)
  })

  test('allows no further guesses by checking the current password', async () => {
    const { app, right, wrong } = await givenMeera()
    expect(await right('203.0.113.1')).toBe(200)
    const { token } = (await app.anyone('203.0.113.1').post('/auth/login', { email: phone, password: rightPassword })).body
    await wrong(5, '203.0.113.1', email)
    await wrong(5, '203.0.113.1', phone)
    const refused = await app
      .anyone('203.0.113.1')
      .post('/auth/password', { current: rightPassword, next: 'another good one' }, { headers: { authorization: token } })
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })
})

test('counts attempts at a number that several people have like those at an unknown one', async () => {
  const { app, wrong } = await givenMeera()
  await givenAccount(app, { email: 'sister@example.org', phone: '098206 28374' })
  expect(await wrong(11, '203.0.113.1', phone)).toEqual([...times(10, 401), 429])
  expect(await wrong(1, '203.0.113.1', email)).toEqual([401])
})

test('limits repeated attempts at the current password in the same way', async () => {
  const { app } = await givenMeera()
  const account = await givenAccount(app, { email: 'asha@example.org' })
  const { token } = (await app.anyone().post('/auth/login', { email: account.email, password: rightPassword })).body
  const change = (current: string) => app.withToken(token).post('/auth/password', { current, next: 'another good one' })
  for (let time = 0; time < 10; time++) expect((await change('not the password')).status).toBe(400)
  const refused = await change(rightPassword)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
})

test('has no limits with RATE_LIMITS=off', async () => {
  const { wrong } = await givenMeera({ rateLimits: false })
  expect(await wrong(25, '203.0.113.1')).toEqual(times(25, 401))
})
