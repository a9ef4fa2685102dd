import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from './queryClient.ts'
import { followOtherTabs, getSession, leave, type SessionUser, signIn, signOut, takeExpiredMessage } from './session.ts'

const asha: SessionUser = { _id: 'u1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' }
const otherTab = (change: () => void, key: string) => {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

afterEach(() => {
  signOut()
  localStorage.clear()
})

test('token and user are kept on the device, and of the user no more than the screens need', () => {
  const user = { ...asha, phone: '98765', dob: '2001-01-01' }
  signIn({ token: 'secret', user })
  expect(localStorage.getItem('token')).toBe('secret')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(asha)
})

test('after signing out the next person on the same PC finds nothing', () => {
  signIn({ token: 'secret', user: asha })
  queryClient.setQueryData(['/document', {}], { items: ['mine'] })
  sessionStorage.setItem('draft', 'mine')
  signOut()
  expect(getSession()).toBeNull()
  // The time zone is the institution's, and says nothing of who was here.
  expect(Object.keys(localStorage).filter((key) => key !== 'timeZone')).toEqual([])
  expect([sessionStorage.length, queryClient.getQueryCache().getAll().length]).toEqual([0, 0])
})

test('what someone has not sent waits for them when their session ends, and goes when they sign out themselves', () => {
  const deleteDatabase = vi.fn()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  signIn({ token: 'secret', user: asha })
  signOut('Ask at the counter.')
  expect(deleteDatabase).not.toHaveBeenCalled()
  signIn({ token: 'secret', user: asha })
  leave()
  expect(deleteDatabase.mock.calls).toEqual([['unsent-u1']])
  expect(getSession()).toBeNull()
  leave()
  expect(deleteDatabase).toHaveBeenCalledTimes(1)
})

test('signing in as someone else forgets what the one before has loaded', () => {
  signIn({ token: 'one', user: asha })
  queryClient.setQueryData(['/document', {}], 'mine')
  signIn({ token: 'two', user: { ...asha, _id: 'u2' } })
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('signing out in one tab signs out the others', () => {
  const stop = followOtherTabs()
  signIn({ token: 'secret', user: asha })
  queryClient.setQueryData(['/document', {}], 'mine')
  otherTab(() => localStorage.removeItem('token'), 'token')
  expect(getSession()).toBeNull()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  stop()
})

test('a page that the back button thaws looks again whether someone is signed in', () => {
  const stop = followOtherTabs()
  signIn({ token: 'secret', user: asha })
  localStorage.clear()
  const thawed = new Event('pageshow')
  Object.assign(thawed, { persisted: true })
  window.dispatchEvent(thawed)
  expect(getSession()).toBeNull()
  stop()
})

test('a user on the device that was tampered with counts as nobody', () => {
  const stop = followOtherTabs()
  signIn({ token: 'secret', user: asha })
  otherTab(() => localStorage.setItem('user', '{"_id":"u1","name":"x","email":"x","role":"king"}'), 'user')
  expect(getSession()).toBeNull()
  stop()
})

describe('the message of an account that has expired', () => {
  /** What another tab of the same browser finds: the device is shared, what a tab remembers is not. */
  const inAnotherTab = <T,>(look: () => T): T => {
    const own = Object.entries({ ...sessionStorage })
    sessionStorage.clear()
    const seen = look()
    sessionStorage.clear()
    for (const [key, value] of own) sessionStorage.setItem(key, value)
    return seen
  }

  test('is read by every tab, once', () => {
    signIn({ token: 'secret', user: asha })
    signOut('Ask at the counter.')
    const read = () => [takeExpiredMessage(), takeExpiredMessage()]
    expect(read()).toEqual(['Ask at the counter.', null])
    expect(inAnotherTab(read)).toEqual(['Ask at the counter.', null])
    expect(inAnotherTab(read)).toEqual(['Ask at the counter.', null])
  })

  test('is there when another tab notices that it is signed out', () => {
    const seen: (string | null)[] = []
    signIn({ token: 'secret', user: asha })
    const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => {
      if (key === 'token') seen.push(inAnotherTab(takeExpiredMessage))
    })
    signOut('Ask at the counter.')
    remove.mockRestore()
    expect(seen).toEqual(['Ask at the counter.'])
  })

  test('is gone once someone has signed in, no matter who it is', () => {
    signIn({ token: 'secret', user: asha })
    signOut('Ask at the counter.')
    signIn({ token: 'other', user: { ...asha, _id: 'u2' } })
    signOut()
    expect([takeExpiredMessage(), inAnotherTab(takeExpiredMessage)]).toEqual([null, null])
  })

  test('is not shown to who comes to the PC later', () => {
    signIn({ token: 'secret', user: asha })
    signOut('Ask at the counter.')
    vi.useFakeTimers({ now: Date.now() + 3_600_001 })
    expect(inAnotherTab(takeExpiredMessage)).toBeNull()
    vi.useRealTimers()
  })
})
