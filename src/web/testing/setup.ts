import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { signOut } from '../api/session.ts'
import { setTimeZone } from '../api/timeZone.ts'
import { slideInPanel } from '../shell/SlideInMenu.tsx'
import { dismissQuestion } from '../ui/confirm.ts'
import { loadOverlays } from '../ui/overlays.ts'
import { dismissAllToasts } from '../ui/toast.ts'
import { faults } from './fakeNetwork.ts'
import { skipOwnerStacks } from './ownerStacks.ts'

skipOwnerStacks()

// On a busy machine a second is not long.
configure({ asyncUtilTimeout: 10_000 })

// A load that fails is tried again after a while; no test has to wait for that.
const { queries } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })

// As in a browser where someone has looked at the page for two seconds.
await Promise.all([loadOverlays(), slideInPanel.load()])

let errors: MockInstance<typeof console.error>

// jsdom lays nothing out, so nothing ever comes into view.
class NothingInView {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/*
 * jsdom starts its frames with whatever `setInterval` is at that moment. Started by a test on a fake clock they would
 * never come again, for any test of this process, so they run all the time.
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
})

/** The next test, which may be in another file of this process, starts from nothing, and no error goes unnoticed. */
afterEach(() => {
  cleanup()
  // What React Aria says aloud stays in the page, which the files of one process share.
  for (const region of document.querySelectorAll('[data-live-announcer]')) region.remove()
  dismissAllToasts()
  dismissQuestion()
  signOut()
  window.localStorage.clear()
  setTimeZone('Asia/Kolkata')
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const printed = errors.mock.calls
  vi.restoreAllMocks()
  expect(printed, 'unexpected console errors').toEqual([])
  expect(faults.splice(0), 'calls that the fake server could not answer').toEqual([])
})
