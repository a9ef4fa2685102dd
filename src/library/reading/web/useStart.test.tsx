import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { call } from '#web/api/call.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { readingApi } from '../reading.contract.ts'
import { ContinuedNotice } from './ContinuedNotice.tsx'
import { changeBook, loadBooks } from './onDevice/books.ts'
import { keepBook } from './onDevice/keeping.ts'
import { placeOf } from './onDevice/reading.ts'
import { bookOf, givenBooks } from './onDevice/testing/givenBooks.ts'
import { useKeepProgress, useStart } from './useStart.ts'

const book = { _id: 'd1' } as Document

const Reader = ({ asked }: { asked?: number }) => {
  const start = useStart(book, asked)
  const keep = useKeepProgress(book, start)
  if (!start) return <p>waiting</p>
  return (
    <>
      <p>{`from ${start.page}${start.continued ? ', continued' : ''}`}</p>
      <button type="button" onClick={() => keep(start.page)}>
        stay
      </button>
      <button type="button" onClick={() => keep(41)}>
        read on
      </button>
    </>
  )
}

const saving = reply(readingApi.saveProgress, ({ body }) => ({ page: Number(body.page) }))
const at = (page: number | null) => [reply(readingApi.progress, { page }), saving]
const show = (asked: number | undefined, replies: readonly FakeReply[]) => {
  const rendered = renderPage(<Reader {...(asked !== undefined && { asked })} />, { as: 'student', replies })
  const saved = () => rendered.calls.filter(({ endpoint }) => endpoint === readingApi.saveProgress).map(({ received }) => received.body)
  return { ...rendered, saved }
}
/** Waits until whatever was saved before has reached the server. */
const settled = () => call(readingApi.saveProgress, { params: { id: 'another' }, body: { page: 7 } })

test('reading continues at the saved page', async () => {
  show(undefined, at(40))
  expect(await screen.findByText('from 40, continued')).toBeTruthy()
})

test('a document that was never read opens at its first page', async () => {
  show(undefined, at(null))
  expect(await screen.findByText('from 1')).toBeTruthy()
})

test('opens at the first page and saves nothing if the position cannot be loaded', async () => {
  const { calls, saved, unmount } = show(undefined, [reply(readingApi.progress, refuse(commonErrors.unavailable)), saving])
  expect(await screen.findByText('from 1')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'read on' }))
  unmount()
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(saved()).toEqual([])
})

test.each([
  ['a position that the server returns later is not overwritten', 40, []],
  ['the position is saved if the document turns out to be unread', null, [{ page: 41 }]],
])('%s', async (_, page, expected) => {
  let asked = 0
  const later = reply(readingApi.progress, () => {
    asked += 1
    return asked === 1 ? refuse(commonErrors.unavailable) : { page }
  })
  const { saved, unmount } = show(undefined, [later, saving])
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  unmount()
  await waitFor(() => expect(asked).toBe(2))
  await waitFor(() => expect(saved()).toEqual(expected))
})

test('looking at an address’s page and the next one does not change the saved position', async () => {
  const { saved, unmount } = show(7, at(40))
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  unmount()
  await settled()
  expect(saved()).toEqual([{ page: 7 }])
})

test('does not request the position for an address with a page', async () => {
  const { calls } = show(7, at(40))
  expect(await screen.findByText('from 7')).toBeTruthy()
  expect(calls).toEqual([])
})

test('closing saves the current page, and nothing if the page did not change', async () => {
  const stayed = show(undefined, at(40))
  fireEvent.click(await screen.findByRole('button', { name: 'stay' }))
  stayed.unmount()
  await settled()
  expect(stayed.saved()).toEqual([{ page: 7 }])

  const went = show(undefined, at(40))
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  went.unmount()
  await vi.waitFor(() => expect(went.saved()).toEqual([{ page: 41 }]))
})

test('a hidden tab saves the page immediately', async () => {
  const { saved } = show(undefined, at(40))
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  hidden.mockRestore()
  await vi.waitFor(() => expect(saved()).toEqual([{ page: 41 }]))
})

test('a page that is still being sent is given up for a later one, so that it cannot arrive after it', async () => {
  show(undefined, at(40))
  await screen.findByText('from 40, continued')
  const saves: RequestInit[] = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    saves.push(init)
    return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  for (const name of ['read on', 'stay']) {
    fireEvent.click(screen.getByRole('button', { name }))
    fireEvent(document, new Event('visibilitychange'))
  }
  hidden.mockRestore()
  await waitFor(() =>
    expect(saves.map(({ body, signal }) => [body, signal?.aborted])).toEqual([
      ['{"page":41}', true],
      ['{"page":40}', false],
    ]),
  )
})

test('shows no error if a position cannot be saved', async () => {
  const { unmount, saved } = show(undefined, [...at(40), reply(readingApi.saveProgress, refuse(commonErrors.unavailable))])
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  unmount()
  await vi.waitFor(() => expect(saved()).toEqual([{ page: 41 }]))
})

test.each<[string, (close: () => void) => void]>([
  ['when the document closes', (close) => close()],
  ['once there is a network', () => void window.dispatchEvent(new Event('online'))],
])('a position that could not be saved is saved again %s', async (_, happens) => {
  let isDown = true
  const saves = reply(readingApi.saveProgress, ({ body }) => (isDown ? refuse(commonErrors.unavailable) : { page: Number(body.page) }))
  const { unmount, saved } = show(undefined, [reply(readingApi.progress, { page: 40 }), saves])
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  await vi.waitFor(() => expect(saved()).toEqual([{ page: 41 }]), { timeout: 10_000 })
  isDown = false
  await act(async () => undefined)
  happens(unmount)
  await vi.waitFor(() => expect(saved()).toEqual([{ page: 41 }, { page: 41 }]))
})

test('while offline, opens at the page where this tab stopped, and saves from there', async () => {
  let isDown = false
  const progress = reply(readingApi.progress, () => (isDown ? refuse(commonErrors.unavailable) : { page: 40 }))
  const first = show(undefined, [progress, saving])
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  first.unmount()
  isDown = true
  const again = show(undefined, [progress, saving])
  expect(await screen.findByText('from 41, continued')).toBeTruthy()
  again.unmount()
  isDown = false
  show(undefined, [progress, saving])
  expect(await screen.findByText('from 40, continued'), 'where the server answers, it knows better').toBeTruthy()
})

test('the reader is told where reading continues, and can go to the first page', async () => {
  const toStart = vi.fn()
  const { user } = renderPage(<ContinuedNotice page={40} onToStart={toStart} />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  expect(await screen.findByText('Continued from page 40')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Go to the beginning' }))
  expect(toStart).toHaveBeenCalledOnce()
  expect(screen.queryByText('Continued from page 40')).toBeNull()
})

const onDevice = bookOf('a')
const DeviceReader = () => {
  const start = useStart(onDevice, undefined)
  const keep = useKeepProgress(onDevice, start)
  return (
    <button type="button" onClick={() => keep(9)}>
      {start ? `from ${start.page}` : 'waiting'}
    </button>
  )
}

describe('a book on this device', () => {
  test('opens at its place without a connection, and stores the next one until it can be sent', async () => {
    const given = givenBooks()
    await keepBook(onDevice)
    await changeBook('a', { place: { page: 5, saved: 5 } })
    given.server.isDown = true
    const { unmount } = render(<DeviceReader />)
    fireEvent.click(await screen.findByText('from 5'))
    unmount()
    await waitFor(async () => expect(await placeOf('a')).toEqual({ page: 9, saved: 5 }))
    expect(given.server.places.get('a')).toBeUndefined()
  })

  test('opens at a place that the server does not have yet', async () => {
    const given = givenBooks()
    await keepBook(onDevice)
    given.server.places.set('a', 5)
    await changeBook('a', { place: { page: 9, saved: 5 } })
    render(<DeviceReader />)
    expect(await screen.findByText('from 9')).toBeTruthy()
  })

  test('is kept once it was read', async () => {
    const given = givenBooks()
    const { unmount } = render(<DeviceReader />)
    fireEvent.click(await screen.findByText('from 1'))
    unmount()
    await waitFor(() => expect(given.server.places.get('a')).toBe(9))
    await waitFor(async () =>
      expect((await loadBooks()).map(({ why, place }) => ({ why, place }))).toEqual([{ why: 'recent', place: { page: 9, saved: 9 } }]),
    )
  })
})
