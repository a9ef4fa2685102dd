import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { call } from './call.ts'
import { askEarly } from './early.ts'
import { sessionCall } from './openings.ts'
import { signIn, signOut } from './session.ts'

const me = (name: string) => ({ _id: 'u1', name, email: 'asha@example.org', role: 'student' as const })
const answer = (name: string) => new Response(JSON.stringify(me(name)), { headers: { 'content-type': 'application/json' } })

beforeEach(() => signIn({ token: 'hers', user: me('Asha') }))
afterEach(() => {
  signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fetching = (...names: string[]) => {
  const fetched = vi.fn(async () => answer(names.shift() ?? ''))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('the first to make an early call gets its reply, and the next makes it again', async () => {
  const fetched = fetching('early', 'later')
  askEarly([sessionCall], 'hers')
  expect(await call(accountsApi.me)).toMatchObject({ name: 'early' })
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(fetched).toHaveBeenCalledWith(
    sessionCall,
    expect.objectContaining({ headers: { accept: 'application/json', authorization: 'hers' } }),
  )
  expect(await call(accountsApi.me)).toMatchObject({ name: 'later' })
})

test('nobody gets a reply that was requested with another person’s token', async () => {
  fetching('theirs', 'hers')
  askEarly([sessionCall], 'of another tab')
  expect(await call(accountsApi.me)).toMatchObject({ name: 'hers' })
})

test('an early call that failed is made again', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValueOnce(answer('second')))
  askEarly([sessionCall], 'hers')
  expect(await call(accountsApi.me)).toMatchObject({ name: 'second' })
})

test('an early reply is not used after half a minute', async () => {
  vi.useFakeTimers()
  fetching('old', 'new')
  askEarly([sessionCall], 'hers')
  vi.advanceTimersByTime(31_000)
  expect(await call(accountsApi.me)).toMatchObject({ name: 'new' })
})
