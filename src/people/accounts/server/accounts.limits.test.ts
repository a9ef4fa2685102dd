import type * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import type { Config } from '#server/config.ts'
import { given } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

// Hundreds of passwords are checked here, so that the dear hash of unknown accounts is a cheap one too.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, hash: (password: string) => real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }) }
})

const email = 'meera@example.org'

const givenMeera = async (settings: Partial<Config> = {}) => {
  const app = await given(settings)
  const { _id } = await givenAccount(app, { email })
  const attempt = (address: string, password: string, account = email, headers = {}) =>
    app.anyone(address).post('/auth/login', { email: account, password }, { headers })
  const right = async (address: string) => (await attempt(address, rightPassword)).status
  const wrong = async (times: number, address: string, account = email): Promise<number[]> => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) statuses.push((await attempt(address, 'not the password', account)).status)
    return statuses
  }
  return { app, _id, attempt, right, wrong }
}

const times = (count: number, status: number): number[] => Array(count).fill(status)

test('ten failures on one account from one address are answered, and then nothing is, the right password included', async () => {
  const { attempt, right, wrong } = await givenMeera()
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

test('the case of the address opens no second count, and an account that does not exist is counted alike', async () => {
  const { wrong } = await givenMeera()
  expect(await wrong(10, '203.0.113.1', 'NOBODY@example.org')).toEqual(times(10, 401))
  expect(await wrong(1, '203.0.113.1', ' nobody@EXAMPLE.org ')).toEqual([429])
})

test('attempts that come all at once do not slip through', async () => {
  const { attempt } = await givenMeera()
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt('203.0.113.1', 'not the password')))
  expect(answers.map(({ status }) => status).sort()).toEqual([...times(10, 401), ...times(20, 429)])
})

test('right passwords are not counted', async () => {
  const { right } = await givenMeera()
  for (let time = 0; time < 25; time++) expect(await right('203.0.113.1')).toBe(200)
})

test('twenty failures over strange addresses close the account to strange addresses, and its owner still gets in', async () => {
  const { right, wrong } = await givenMeera()
  expect(await right('198.51.100.7')).toBe(200)
  for (let address = 1; address <= 10; address++) expect(await wrong(2, `203.0.113.${address}`)).toEqual([401, 401])
  expect(await right('203.0.113.99')).toBe(429)
  expect(await right('198.51.100.7')).toBe(200)
  expect(await wrong(1, '198.51.100.7')).toEqual([401])
})

test('one address cannot close an account to all others by going on after it is refused', async () => {
  const { right, wrong } = await givenMeera()
  await wrong(40, '203.0.113.1')
  expect(await right('203.0.113.2')).toBe(200)
})

test('two hundred failures from one address over many accounts end there', async () => {
  const { right, wrong } = await givenMeera()
  for (let account = 0; account < 20; account++) expect(await wrong(10, '203.0.113.1', `a${account}@example.org`)).toEqual(times(10, 401))
  expect(await wrong(1, '203.0.113.1', 'one-more@example.org')).toEqual([429])
  expect(await right('203.0.113.1')).toBe(429)
  expect(await right('203.0.113.2')).toBe(200)
})

test('one person who goes on after being refused does not use up what a whole hall has', async () => {
  const { right, wrong } = await givenMeera()
  await wrong(210, '203.0.113.1', 'stubborn@example.org')
  expect(await right('203.0.113.1')).toBe(200)
})

test('an attempt that one limit refuses uses up no other', async () => {
  const { right, wrong } = await givenMeera()
  const closed = Array.from({ length: 20 }, (_, at) => `closed${at}@example.org`)
  for (const account of closed) for (const address of ['203.0.113.1', '203.0.113.2']) await wrong(10, address, account)
  for (const account of closed) expect(await wrong(10, '203.0.113.3', account)).toEqual(times(10, 429))
  expect(await right('203.0.113.3')).toBe(200)
})

test('an IPv6 network counts as one address, however it is written', async () => {
  const { right, wrong } = await givenMeera()
  for (let host = 1; host <= 10; host++) expect(await wrong(1, `2001:db8::${host}:0:0:1`)).toEqual([401])
  expect(await wrong(1, '2001:0db8:0:0:ffff::1')).toEqual([429])
  expect(await right('2001:db8:0:1::1')).toBe(200)
})

test('a person who signed in from an IPv6 network is known there under every address of it', async () => {
  const { right, wrong } = await givenMeera()
  expect(await right('2001:db8:7::1')).toBe(200)
  for (let address = 1; address <= 10; address++) await wrong(2, `203.0.113.${address}`)
  expect(await right('2001:db8:8::1')).toBe(429)
  expect(await right('2001:db8:7::99')).toBe(200)
})

test('X-Forwarded-For is not believed', async () => {
  const { attempt } = await givenMeera()
  const statuses: number[] = []
  for (let time = 1; time <= 11; time++)
    statuses.push((await attempt('203.0.113.1', 'not the password', email, { 'x-forwarded-for': `198.51.100.${time}` })).status)
  expect(statuses).toEqual([...times(10, 401), 429])
})

test('X-Forwarded-For of a trusted proxy is, and only the part that the proxy wrote', async () => {
  const { attempt } = await givenMeera({ trustProxy: ['203.0.113.1'] })
  const from = async (proxy: string, forwarded: string) =>
    (await attempt(proxy, 'not the password', email, { 'x-forwarded-for': forwarded })).status
  for (let time = 1; time <= 10; time++) expect(await from('203.0.113.1', `10.0.0.${time}, 198.51.100.1`)).toBe(401)
  expect(await from('203.0.113.1', '10.0.0.99, 198.51.100.1')).toBe(429)
  expect(await from('203.0.113.1', '198.51.100.2')).toBe(401)
  expect(await from('203.0.113.2', '198.51.100.1')).toBe(401)
})

test('trying the current password over and over meets the same limits', async () => {
  const { app } = await givenMeera()
  const account = await givenAccount(app, { email: 'asha@example.org' })
  const { token } = (await app.anyone().post('/auth/login', { email: account.email, password: rightPassword })).body
  const change = (current: string) => app.withToken(token).post('/auth/password', { current, next: 'another good one' })
  for (let time = 0; time < 10; time++) expect((await change('not the password')).status).toBe(400)
  const refused = await change(rightPassword)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
})

test('RATE_LIMITS=off lifts them all', async () => {
  const { wrong } = await givenMeera({ rateLimits: false })
  expect(await wrong(25, '203.0.113.1')).toEqual(times(25, 401))
})
