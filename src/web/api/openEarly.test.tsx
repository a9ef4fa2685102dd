import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { openEarly } from './openEarly.ts'
import { type Openings, sessionCall } from './openings.ts'
import { signIn, signOut } from './session.ts'

const openings: Openings = {
  files: ['sign-in.js', 'frame.js', 'menus.js', 'documents.js'],
  signIn: [0],
  frame: [1],
  later: [2],
  pages: { '/documents': [3] },
}

const preloaded = () => [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'))

/** Opens an address; the returned function lets the first script of the page arrive. */
const open = (address: string) => {
  window.history.replaceState(null, '', address)
  document.head.innerHTML = '<script type="module" src="/start.js"></script>'
  const loaded: string[] = []
  const heard: (() => void)[] = []
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('lost')))
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(hear: () => void) {
        heard.push(hear)
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) => (loaded.includes(name) ? [{} as PerformanceEntry] : []))
  openEarly(openings)
  return (file: string) => {
    loaded.push(new URL(file, window.location.href).href)
    for (const hear of heard) hear()
  }
}

afterEach(() => {
  signOut()
  globalThis.fetchPage = undefined
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test('the frame is fetched beside the start of the app, and the page and its large parts once that is here', () => {
  signIn({ token: 'hers', user: { _id: 'u1', name: 'Asha', email: 'asha@example.org', role: 'student' } })
  const arrive = open('/documents')
  expect(preloaded()).toEqual(['/frame.js'])
  arrive('/frame.js')
  expect(preloaded()).toEqual(['/frame.js'])
  arrive('/start.js')
  expect(preloaded()).toEqual(['/frame.js', '/documents.js', '/menus.js'])
})

test('a link to another page fetches the files of that page, each once', () => {
  signIn({ token: 'hers', user: { _id: 'u1', name: 'Asha', email: 'asha@example.org', role: 'student' } })
  open('/dashboard')
  globalThis.fetchPage?.('/documents')
  expect(preloaded()).toEqual(['/frame.js', '/documents.js'])
  globalThis.fetchPage?.('/documents')
  expect(preloaded()).toEqual(['/frame.js', '/documents.js'])
})

test('people who are not signed in fetch the sign-in at once', () => {
  const arrive = open('/documents')
  expect(preloaded()).toEqual(['/sign-in.js'])
  arrive('/start.js')
  expect(preloaded()).toEqual(['/sign-in.js'])
})

/** Returns the calls that a person of this role makes early when they open the address. */
const earlyCallsOf = (role: Role, address: string) => {
  signIn({ token: 'hers', user: { _id: 'u1', name: 'Asha', email: 'asha@example.org', role } })
  open(address)
  return vi.mocked(fetch).mock.calls.map(([url]) => url)
}

test('the first call of a page is made early only by those who may open it', () => {
  expect(earlyCallsOf('manager', '/users')).toEqual([sessionCall, '/api/user?limit=100'])
  expect(earlyCallsOf('admin', '/categories')).toEqual([sessionCall, '/api/category/tree'])
  expect(earlyCallsOf('student', '/documents')).toEqual([sessionCall, '/api/category/tree'])
  for (const address of ['/users', '/users?view=seats', '/categories']) expect(earlyCallsOf('student', address)).toEqual([sessionCall])
  expect(earlyCallsOf('manager', '/categories')).toEqual([sessionCall])
})
