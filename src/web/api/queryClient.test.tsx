import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { commonErrors } from '#contract/errors.ts'
import { list, paging } from '#contract/paging.ts'
import { refuse, reply } from '../testing/fakeServer.ts'
import { renderPage } from '../testing/renderPage.tsx'
import { CallError } from './callError.ts'
import { queryClient, useAction, useCall, usePages } from './queryClient.ts'

const Book = z.object({ _id: z.string(), starred: z.boolean() })
const api = {
  list: endpoint({ method: 'GET', path: '/book', access: 'member', summary: 'x', query: z.object(paging), reply: list(Book) }),
  count: endpoint({ method: 'GET', path: '/book/count', access: 'member', summary: 'x', reply: z.object({ count: z.int() }) }),
  star: endpoint({ method: 'POST', path: '/book/:id/star', access: 'student', summary: 'x', params: z.object({ id: z.string() }) }),
}

const Shelf = () => {
  const books = usePages(api.list)
  const count = useCall(api.count)
  const star = useAction(api.star, {
    refreshes: [api.list],
    meanwhile: (change, { params }) => {
      change(api.list, (page) => ({
        ...page,
        items: page.items.map((book) => (book._id === params.id ? { ...book, starred: true } : book)),
      }))
      change(api.count, ({ count: before }) => ({ count: before + 1 }))
    },
  })
  return (
    <>
      <p>{`${count.data?.count ?? 'no'} stars`}</p>
      {books.items.map(({ _id, starred }) => (
        <button key={_id} type="button" aria-pressed={starred} onClick={() => star.mutate({ params: { id: _id } })}>
          {_id}
        </button>
      ))}
      {books.hasNextPage && (
        <button type="button" onClick={() => books.fetchNextPage()}>
          More
        </button>
      )}
    </>
  )
}

const book = (id: string, starred = false) => ({ _id: id, starred })

test('a list comes page by page', async () => {
  const { user, calls } = renderPage(<Shelf />, {
    as: 'student',
    replies: [
      reply(api.count, { count: 0 }),
      reply(api.list, ({ query }) =>
        query.cursor ? { items: [book('Light')], nextCursor: null } : { items: [book('Heat')], nextCursor: 'c2' },
      ),
    ],
  })
  await user.click(await screen.findByText('More'))
  expect(await screen.findByRole('button', { name: 'Light' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Heat' })).toBeTruthy()
  expect(screen.queryByText('More')).toBeNull()
  expect(calls.filter(({ endpoint: { path } }) => path === '/book').map(({ received }) => received.query.cursor)).toEqual([undefined, 'c2'])
})

test('a press shows its outcome before the answer is there, in every list that has the thing', async () => {
  let answer: (value: undefined) => void = () => {}
  const { user } = renderPage(<Shelf />, {
    as: 'student',
    replies: [
      reply(api.count, { count: 4 }),
      reply(api.list, { items: [book('Heat')], nextCursor: null }),
      reply(
        api.star,
        () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      ),
    ],
  })
  await screen.findByText('4 stars')
  await user.click(await screen.findByRole('button', { name: 'Heat' }))
  expect(screen.getByRole('button', { name: 'Heat', pressed: true })).toBeTruthy()
  expect(screen.getByText('5 stars')).toBeTruthy()
  answer(undefined)
})

test('a press that is refused is taken back and says why', async () => {
  const { user } = renderPage(<Shelf />, {
    as: 'student',
    replies: [
      reply(api.count, { count: 4 }),
      reply(api.list, { items: [book('Heat')], nextCursor: null }),
      reply(api.star, refuse(commonErrors.notFound)),
    ],
  })
  await screen.findByText('4 stars')
  await user.click(await screen.findByRole('button', { name: 'Heat' }))
  expect(await screen.findByText('Not found.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Heat', pressed: false })).toBeTruthy()
  expect(screen.getByText('4 stars')).toBeTruthy()
})

test('what changed is asked for again, with everything below its path', async () => {
  const { user, calls } = renderPage(<Shelf />, {
    as: 'student',
    replies: [reply(api.count, { count: 4 }), reply(api.list, { items: [book('Heat')], nextCursor: null }), reply(api.star, undefined)],
  })
  await user.click(await screen.findByRole('button', { name: 'Heat' }))
  await waitFor(() =>
    expect(
      calls
        .map(({ endpoint: { path } }) => path)
        .slice(-2)
        .sort(),
    ).toEqual(['/book', '/book/count']),
  )
  expect(calls.map(({ endpoint: { path } }) => path)).toContain('/book/:id/star')
})

test('a refusal is not asked for again; no answer, or a fault of the server, is, twice', () => {
  const again = queryClient.getDefaultOptions().queries?.retry as (failures: number, error: Error) => boolean
  const failed = (status: number, code = 'x') => new CallError(status, { message: 'x', code })
  expect([again(0, failed(404)), again(0, failed(429)), again(0, failed(401))]).toEqual([false, false, false])
  expect([again(0, failed(503)), again(1, failed(0, 'network')), again(2, failed(503))]).toEqual([true, true, false])
})
