import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { readingApi } from '../reading.contract.ts'
import { showFirstPage } from './firstPage.ts'
import { firstPageSettled } from './firstPagePicture.ts'
import { ReaderLoading } from './ReaderLoading.tsx'
import { ViewerDialog } from './ViewerDialog.tsx'

const address = '/api/document/d1/first-page'
const picture = 'blob:picture'
const revoked = vi.fn()

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL: () => picture, revokeObjectURL: revoked }))
})

let close: (() => void) | undefined
afterEach(() => close?.())

/** Answers requests for the picture. Returns their authorization. */
const servePicture = (answer: (signal: AbortSignal | null | undefined) => Promise<Response> | Response): (string | null)[] => {
  const calls = globalThis.fetch
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url !== address) return calls(url, init)
    asked.push(new Headers(init.headers).get('authorization'))
    return answer(init.signal)
  })
  return asked
}

const at = (page: number | null) => reply(readingApi.progress, { page })

const open = (saved: FakeReply, { page, answer = () => new Response('picture') }: { page?: number; answer?: () => Response } = {}) => {
  const rendered = renderPage(<ReaderLoading id="d1" document={undefined} />, { as: 'student', replies: [saved] })
  const asked = servePicture(answer)
  close = showFirstPage('d1', page)
  const shown = () => rendered.container.querySelector('img')?.getAttribute('src')
  return { ...rendered, asked, shown }
}

test('the first page is shown as a picture of the signed-in person until the document closes', async () => {
  const { asked, shown } = open(at(null))
  await waitFor(() => expect(shown()).toBe(picture))
  expect(asked).toEqual([expect.stringMatching(/./)])
  expect(screen.getByRole('status').textContent).toBe('Loading document…')
  close?.()
  await waitFor(() => expect(shown()).toBeUndefined())
  expect(revoked).toHaveBeenCalledWith(picture)
  expect(firstPageSettled('d1')).toBeUndefined()
})

test('the picture stays while the viewer asks what the document is', async () => {
  const { container } = renderPage(<ViewerDialog id="d1" document={undefined} page={1} onClose={() => {}} />, {
    as: 'student',
    replies: [reply(documentsApi.read, () => new Promise(() => {}))],
  })
  servePicture(() => new Response('picture'))
  close = showFirstPage('d1', 1)
  await waitFor(() => expect(container.ownerDocument.querySelector('img.reader-sheet')?.getAttribute('src')).toBe(picture))
})

test('the picture is not shown for another document', async () => {
  const { shown } = open(at(1))
  await waitFor(() => expect(shown()).toBe(picture))
  const other = renderPage(<ReaderLoading id="d2" document={undefined} />, { as: 'student', replies: [] })
  expect(other.container.querySelector('img')).toBeNull()
})

test.each([
  ['continues at another page', at(40), undefined],
  ['starts at a page that the address names', at(null), 7],
  ['starts at a page that the server cannot tell', reply(readingApi.progress, refuse(commonErrors.unavailable)), undefined],
])('no picture is requested if reading %s', async (_, saved, page) => {
  const { asked, shown } = open(saved, { ...(page && { page }) })
  await firstPageSettled('d1')
  expect([asked, shown()]).toEqual([[], undefined])
})

test('no picture is requested if the code that draws PDFs is stored on this device', async () => {
  vi.stubGlobal('caches', { match: async () => new Response('code') })
  const { asked } = open(at(null))
  await firstPageSettled('d1')
  expect(asked).toEqual([])
})

test('the reader is loaded without a picture if there is none', async () => {
  const { asked, shown } = open(at(null), { answer: () => Response.json({ message: 'Not found', code: 'not_found' }, { status: 404 }) })
  await firstPageSettled('d1')
  expect([asked.length, shown()]).toEqual([1, undefined])
})

test('the reader is loaded after eight seconds if the picture does not come', async () => {
  renderPage(<ReaderLoading id="d1" document={undefined} />, { as: 'student', replies: [] })
  vi.useFakeTimers()
  const asked = servePicture((signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))))
  close = showFirstPage('d1', 1)
  const settled = vi.fn()
  void firstPageSettled('d1')?.then(settled)
  await vi.advanceTimersByTimeAsync(7_900)
  expect([asked.length, settled.mock.calls.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(200)
  expect(settled).toHaveBeenCalled()
  vi.useRealTimers()
})
