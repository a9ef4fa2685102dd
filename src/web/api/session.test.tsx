import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from './queryClient.ts'
import {
  endSession,
  followOtherTabs,
  forgetEnded,
  getSession,
  keepScreensIf,
  leave,
  onForget,
  type SessionUser,
  signIn,
  signOut,
  takeExpiredMessage,
  useSession,
} from './session.ts'

const asha: SessionUser = { _id: 'u1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' }
const otherTab = (change: () => void, key: string) => {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

afterEach(() => {
  signOut()
  localStorage.clear()
})

test('stores the token and only the fields of the user that the screens need', () => {
  const user = { ...asha, phone: '98765', dob: '2001-01-01' }
  signIn({ token: 'secret', user })
  expect(localStorage.getItem('token')).toBe('secret')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(asha)
})

test('leaves nothing for the next person on the same PC after signing out', () => {
  signIn({ token: 'secret', user: asha })
  queryClient.setQueryData(['/document', {}], { items: ['mine'] })
  sessionStorage.setItem('draft', 'mine')
  signOut()
  expect(getSession()).toBeNull()
  // The time zone is the hall's, and reveals nothing about the person.
  expect(Object.keys(localStorage).filter((key) => key !== 'timeZone')).toEqual([])
  expect([sessionStorage.length, queryClient.getQueryCache().getAll().length]).toEqual([0, 0])
})

test('keeps a person’s unsent messages when their session ends, and deletes them when they sign out', () => {
  const deleteDatabase = vi.fn()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  signIn({ token: 'secret', user: asha })
  signOut('Ask at the counter.')
  expect(deleteDatabase.mock.calls).toEqual([['replies-u1']])
  signIn({ token: 'secret', user: asha })
  leave()
  expect(deleteDatabase).toHaveBeenLastCalledWith('unsent-u1')
  const before = deleteDatabase.mock.calls.length
  expect(getSession()).toBeNull()
  leave()
  expect(deleteDatabase).toHaveBeenCalledTimes(before)
})

test('forgets the previous person’s data when another person signs in', () => {
  signIn({ token: 'one', user: asha })
  queryClient.setQueryData(['/document', {}], 'mine')
  signIn({ token: 'two', user: { ...asha, _id: 'u2' } })
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('signs out the other tabs too', () => {
  const stop = followOtherTabs()
  signIn({ token: 'secret', user: asha })
  queryClient.setQueryData(['/document', {}], 'mine')
  otherTab(() => localStorage.removeItem('token'), 'token')
  expect(getSession()).toBeNull()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  stop()
})

test('checks the session again when the back button restores a frozen page', () => {
  const stop = followOtherTabs()
  signIn({ token: 'secret', user: asha })
  localStorage.clear()
  const thawed = new Event('pageshow')
  Object.assign(thawed, { persisted: true })
  window.dispatchEvent(thawed)
  expect(getSession()).toBeNull()
  stop()
})

test('treats a stored user that was tampered with as nobody', () => {
  const stop = followOtherTabs()
  signIn({ token: 'secret', user: asha })
  otherTab(() => localStorage.setItem('user', '{"_id":"u1","name":"x","email":"x","role":"king"}'), 'user')
  expect(getSession()).toBeNull()
  stop()
})

describe('a session that the server ends over unsaved input', () => {
  const wiped = vi.fn()
  onForget(wiped)
  const end = (message?: string) => {
    keepScreensIf(() => true)
    signIn({ token: 'secret', user: asha })
    queryClient.setQueryData(['/document', {}], 'mine')
    const { result } = renderHook(useSession)
    wiped.mockClear()
    act(() => endSession('secret', message))
    return () => result.current
  }
  afterEach(() => keepScreensIf(() => false))

  test('leaves no token and nothing of the person on the device, while the screens wait', () => {
    const shown = end()
    expect(shown()).toEqual({ token: '', user: asha, isEnded: true })
    expect(getSession()).toBeNull()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/secret|asha/i)
    expect(wiped.mock.calls).toEqual([[true]])
    expect(queryClient.getQueryData(['/document', {}])).toBe('mine')
  })

  test('keeps the screens for the same person', () => {
    const shown = end()
    act(() => signIn({ token: 'next', user: asha }))
    expect(shown()).toEqual({ token: 'next', user: asha })
    expect(queryClient.getQueryData(['/document', {}])).toBe('mine')
  })

  test.each([
    ['another person signs in', () => signIn({ token: 'next', user: { ...asha, _id: 'u2' } })],
    ['nobody signs in over them', forgetEnded],
    ['the person signs out', () => signOut()],
  ])('forgets everything when %s', (_, next) => {
    end()
    act(next)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(wiped).toHaveBeenLastCalledWith(false)
  })

  test('keeps no screens if the account has expired', () => {
    expect(end('Ask at the counter.')()).toBeNull()
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  test('ends in the other tabs in the same way, and goes on in all of them', () => {
    const stop = followOtherTabs()
    const shown = end()
    const elsewhere = JSON.stringify({ ...localStorage })
    act(() => signIn({ token: 'secret', user: asha }))
    act(() =>
      otherTab(() => {
        localStorage.clear()
        for (const [key, value] of Object.entries(JSON.parse(elsewhere) as Record<string, string>)) localStorage.setItem(key, value)
      }, 'token'),
    )
    expect(shown()).toEqual({ token: '', user: asha, isEnded: true })
    act(() =>
      otherTab(() => {
        localStorage.setItem('user', JSON.stringify(asha))
        localStorage.setItem('token', 'next')
      }, 'token'),
    )
    expect(shown()).toEqual({ token: 'next', user: asha })
    stop()
  })

  test('leaves at once in the other tabs if the person signs out', () => {
    const stop = followOtherTabs()
    const shown = end()
    act(() => signIn({ token: 'next', user: asha }))
    act(() => otherTab(() => localStorage.removeItem('token'), 'token'))
    expect(shown()).toBeNull()
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    stop()
  })
})

describe('the message of an account that has expired', () => {
  /** Runs as another tab of the same browser, which shares the device storage but not the tab storage. */
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

  test('is available when another tab notices that it is signed out', () => {
    const seen: (string | null)[] = []
    signIn({ token: 'secret', user: asha })
    const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => {
      if (key === 'token') seen.push(inAnotherTab(takeExpiredMessage))
    })
    signOut('Ask at the counter.')
    remove.mockRestore()
    expect(seen).toEqual(['Ask at the counter.'])
  })

  test('is deleted once anyone has signed in', () => {
    signIn({ token: 'secret', user: asha })
    signOut('Ask at the counter.')
    signIn({ token: 'other', user: { ...asha, _id: 'u2' } })
    signOut()
    expect([takeExpiredMessage(), inAnotherTab(takeExpiredMessage)]).toEqual([null, null])
  })

  test('is not shown to a person who comes to the PC later', () => {
    signIn({ token: 'secret', user: asha })
    signOut('Ask at the counter.')
    vi.useFakeTimers({ now: Date.now() + 3_600_001 })
    expect(inAnotherTab(takeExpiredMessage)).toBeNull()
    vi.useRealTimers()
  })
})
