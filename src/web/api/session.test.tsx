import { afterEach, expect, test } from 'vitest'
import { queryClient } from './queryClient.ts'
import { followOtherTabs, getSession, type SessionUser, signIn, signOut, takeExpiredMessage } from './session.ts'

const asha: SessionUser = { _id: 'u1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' }
const otherTab = (change: () => void, key: string) => {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

afterEach(() => {
  signOut()
  takeExpiredMessage()
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
  expect([localStorage.length, sessionStorage.length, queryClient.getQueryCache().getAll().length]).toEqual([0, 0, 0])
})

test('signing in as somebody else forgets what the one before has loaded', () => {
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

test('a page that the back button thaws looks again whether somebody is signed in', () => {
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
