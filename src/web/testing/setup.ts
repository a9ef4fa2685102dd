import type { EventEmitter } from 'node:events'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { markOnline } from '../api/connection.ts'
import { queryClient } from '../api/queryClient.ts'
import { signOut } from '../api/session.ts'
import { setDayStart, setTimeZone } from '../api/timeZone.ts'
import { slideInPanel } from '../shell/BottomBar.tsx'
import { dismissQuestion } from '../ui/confirm.ts'
import { loadOverlays } from '../ui/overlays.ts'
import { dismissAllToasts } from '../ui/toast.ts'
import { printPageOnlyAtTheEnd } from './elementErrors.ts'
import { faults } from './fakeNetwork.ts'
import { skipOwnerStacks } from './ownerStacks.ts'
import { shareDisplayNames } from './shareDisplayNames.ts'

skipOwnerStacks()
shareDisplayNames()
printPageOnlyAtTheEnd()

// On a busy machine a second is not long.
configure({ asyncUtilTimeout: 10_000 })

// A failed load is retried after a while; no test has to wait for that.
const { queries } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })

// As in a browser in which the page has been open for two seconds.
await Promise.all([loadOverlays(), slideInPanel.load()])

let errors: MockInstance<typeof console.error>

// jsdom has no layout, so nothing ever comes into view.
class NothingInView {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/*
 * What jsdom cannot do is an error in every test. By itself it writes to the console that the process had when it began, which only
 * some tests watch.
 */
const unsupported: string[] = []
const { virtualConsole } = (globalThis as unknown as { jsdom: { virtualConsole: EventEmitter } }).jsdom
virtualConsole.removeAllListeners('jsdomError')
virtualConsole.on('jsdomError', ({ message }: Error) => unsupported.push(message))

/*
 * jsdom starts its frames with the `setInterval` of that moment. Started by a test with a fake clock they would stop for all tests
 * of this process, so they run all the time.
 */
const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window
let frame = ask(function again() {
  frame = ask(again)
})
afterAll(() => cancel(frame))

beforeEach(() => {
  errors = vi.spyOn(console, 'error')
  vi.stubGlobal('IntersectionObserver', NothingInView)
  vi.stubGlobal('ResizeObserver', NothingInView)
  for (const name of ['scrollTo', 'focus'] as const) vi.spyOn(window, name).mockImplementation(() => {})
})

/** The next test, which may be in another file of this process, starts from scratch, and no error goes unnoticed. */
afterEach(() => {
  cleanup()
  // Announcements of React Aria stay in the page, which the files of one process share.
  for (const region of document.querySelectorAll('[data-live-announcer]')) region.remove()
  dismissAllToasts()
  dismissQuestion()
  markOnline()
  signOut()
  window.localStorage.clear()
  setTimeZone('Asia/Kolkata')
  setDayStart(0)
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const texts = errors.mock.calls.map((parts) => parts.map((part) => (part instanceof Error ? part.stack : String(part))).join(' '))
  const printed = [...texts, ...unsupported.splice(0)]
  vi.restoreAllMocks()
  expect(printed, `unexpected console errors:\n${printed.join('\n')}`).toEqual([])
  expect(faults.splice(0), 'calls that the fake server could not answer').toEqual([])
})
