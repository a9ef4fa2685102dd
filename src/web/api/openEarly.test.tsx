import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { type AllPageFiles, pageFilesId } from '#contract/pageFiles.ts'
import { openEarly } from './openEarly.ts'
import { type Openings, sessionCall } from './openings.ts'
import { signIn, signOut } from './session.ts'

const openings: Openings = { signIn: ['sign-in.js'], frame: ['frame.js'], later: ['menus.js'], owner: ['banner.js'], pages: 'pages.json' }

const list: AllPageFiles = {
  '/documents': { '': ['documents.js'] },
  '/users': { '': ['users.js', 'list.js'], '?view=seats': ['users.js', 'map.js'] },
}

const preloaded = () =>
  [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href')?.replace('/assets', ''))

/** Opens an address, with the page that was sent for `sentFor`; the returned function lets the first script of the page arrive. */
const open = (address: string, sentFor = address) => {
  window.history.replaceState(null, '', address)
  const path = sentFor.replace(/\?.*/, '')
  const named = JSON.stringify({ path, files: list[path] ?? {} })
  document.head.innerHTML = `<script type="application/json" id="${pageFilesId}">${named}</script><script type="module" src="/start.js"></script>`
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

test('the view that the address names is fetched', () => {
  signIn({ token: 'hers', user: { _id: 'u1', name: 'Asha', email: 'asha@example.org', role: 'superadmin' } })
  open('/users?view=seats')('/start.js')
  expect(preloaded()).toEqual(['/frame.js', '/users.js', '/map.js', '/menus.js', '/banner.js'])
  document.head.innerHTML = ''
  open('/users?search=asha')('/start.js')
  expect(preloaded()).toEqual(['/frame.js', '/users.js', '/list.js', '/menus.js', '/banner.js'])
})

test('a page that was stored for another address names no files of this one', () => {
  signIn({ token: 'hers', user: { _id: 'u1', name: 'Asha', email: 'asha@example.org', role: 'student' } })
  open('/documents', '/users')('/start.js')
  expect(preloaded()).toEqual(['/frame.js', '/menus.js'])
})

test('a link to another page fetches the files of that page, each once', async () => {
  signIn({ token: 'hers', user: { _id: 'u1', name: 'Asha', email: 'asha@example.org', role: 'student' } })
  open('/dashboard')
  await globalThis.fetchPage?.('/documents')
  expect(preloaded(), 'the list is not here').toEqual(['/frame.js'])
  vi.mocked(fetch).mockImplementation(async () => new Response(JSON.stringify(list)))
  for (let times = 0; times < 2; times++) {
    await globalThis.fetchPage?.('/documents')
    expect(preloaded()).toEqual(['/frame.js', '/documents.js'])
  }
  expect(vi.mocked(fetch)).toHaveBeenLastCalledWith('/assets/pages.json')
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

const notices = '/api/notice/user'

test('the first call of a page is made early only by those who may open it', () => {
  expect(earlyCallsOf('manager', '/users')).toEqual([sessionCall, '/api/user?limit=100', notices])
  expect(earlyCallsOf('admin', '/categories')).toEqual([sessionCall, '/api/category/tree', notices])
  expect(earlyCallsOf('student', '/documents')).toEqual([sessionCall, '/api/category/tree', notices])
  for (const address of ['/users', '/users?view=seats', '/categories'])
    expect(earlyCallsOf('student', address)).toEqual([sessionCall, notices])
  expect(earlyCallsOf('manager', '/categories')).toEqual([sessionCall, notices])
})

test('the calls of the banners above the page are made early, each once', () => {
  expect(earlyCallsOf('student', '/notices-tab')).toEqual([sessionCall, notices])
  expect(earlyCallsOf('superadmin', '/users?view=seats')).toEqual([sessionCall, '/api/user/seats/first', notices, '/api/system/warning'])
})
