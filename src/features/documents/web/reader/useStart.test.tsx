import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Document, documentsApi } from '../../documents.contract.ts'
import { ContinuedNotice } from './ContinuedNotice.tsx'
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

const saving = reply(documentsApi.saveProgress, ({ body }) => ({ page: Number(body.page) }))
const at = (page: number | null) => [reply(documentsApi.progress, { page }), saving]
const show = (asked: number | undefined, replies: readonly FakeReply[]) => {
  const rendered = renderPage(<Reader {...(asked !== undefined && { asked })} />, { as: 'student', replies })
  const saved = () => rendered.calls.filter(({ endpoint }) => endpoint === documentsApi.saveProgress).map(({ received }) => received.body)
  return { ...rendered, saved }
}

test('reading goes on where it stopped', async () => {
  show(undefined, at(40))
  expect(await screen.findByText('from 40, continued')).toBeTruthy()
})

test('a document that was never read begins at its start', async () => {
  show(undefined, at(null))
  expect(await screen.findByText('from 1')).toBeTruthy()
})

test('where the place cannot be had, reading begins at the start', async () => {
  show(undefined, [reply(documentsApi.progress, refuse(commonErrors.notFound))])
  expect(await screen.findByText('from 1')).toBeTruthy()
})

test('an address with a page asks for no other place', async () => {
  const { calls } = show(7, at(40))
  expect(await screen.findByText('from 7')).toBeTruthy()
  expect(calls).toEqual([])
})

test('closing keeps the page that was reached, and nothing where nobody read on', async () => {
  const stayed = show(undefined, at(40))
  fireEvent.click(await screen.findByRole('button', { name: 'stay' }))
  stayed.unmount()
  expect(stayed.saved()).toEqual([])

  const went = show(undefined, at(40))
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  went.unmount()
  expect(went.saved()).toEqual([{ page: 41 }])
})

test('a tab that is hidden keeps the page at once', async () => {
  const { saved } = show(undefined, at(40))
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  vi.restoreAllMocks()
  expect(saved()).toEqual([{ page: 41 }])
})

test('a place that cannot be kept disturbs nobody', async () => {
  const { unmount, saved } = show(undefined, [...at(40), reply(documentsApi.saveProgress, refuse(commonErrors.unavailable))])
  fireEvent.click(await screen.findByRole('button', { name: 'read on' }))
  unmount()
  expect(saved()).toEqual([{ page: 41 }])
})

test('the reader is told where reading goes on, and can go to the start', async () => {
  const toStart = vi.fn()
  const { user } = renderPage(<ContinuedNotice page={40} onToStart={toStart} />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  expect(await screen.findByText('Continued at page 40')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Go to the start' }))
  expect(toStart).toHaveBeenCalledOnce()
  expect(screen.queryByText('Continued at page 40')).toBeNull()
})
