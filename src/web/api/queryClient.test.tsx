import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { commonErrors } from '#contract/errors.ts'
import { list, paging } from '#contract/paging.ts'
import { refuse, reply } from '../testing/fakeServer.ts'
import { renderPage } from '../testing/renderPage.tsx'
import { CallError } from './callError.ts'
import { queryClient, refreshSince, useAction, useCall, usePages } from './queryClient.ts'

const Book = z.object({ _id: z.string(), starred: z.boolean() })
const api = {
  list: endpoint({
    method: 'GET',
    path: '/book',
    access: 'member',
    shows: ['documents'],
    summary: 'x',
    query: z.object(paging),
    reply: list(Book),
  }),
  count: endpoint({
    method: 'GET',
    path: '/book/count',
    access: 'member',
    shows: ['documents'],
    summary: 'x',
    reply: z.object({ count: z.int() }),
  }),
  star: endpoint({
    method: 'POST',
    path: '/book/:id/star',
    access: 'student',
    changes: ['documents'],
    summary: 'x',
    params: z.object({ id: z.string() }),
  }),
}

const Shelf = () => {
  const books = usePages(api.list)
  const count = useCall(api.count)
  const star = useAction(api.star, {
    failure: 'Failed to star',
    optimistic: (change, { params }) => {
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

test('loads a list page by page', async () => {
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

test('shows the outcome of a press before the reply, in every list with the item', async () => {
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

test('reverts a refused press and says why', async () => {
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

/** A server on which some stars wait until the test decides their outcome. */
const slowly = (...slow: string[]) => {
  const books = ['Heat', 'Light']
  const starred = new Set<string>()
  const finish = new Map<string, (outcome: ReturnType<typeof refuse> | undefined) => void>()
  const replies = [
    reply(api.count, () => ({ count: starred.size })),
    reply(api.list, () => ({ items: books.map((id) => book(id, starred.has(id))), nextCursor: null })),
    reply(api.star, async ({ params: { id = '' } }) => {
      const outcome = slow.includes(id)
        ? await new Promise<ReturnType<typeof refuse> | undefined>((done) => finish.set(id, done))
        : undefined
      if (!outcome) starred.add(id)
      return outcome
    }),
  ]
  return {
    books,
    replies,
    isAsked: (id: string) => finish.has(id),
    finish: (id: string, outcome?: ReturnType<typeof refuse>) => {
      finish.get(id)?.(outcome)
      finish.delete(id)
    },
  }
}
const isStarred = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true'

test('a press that fails late leaves a later press alone', async () => {
  const server = slowly('Heat')
  const { user } = renderPage(<Shelf />, { as: 'student', replies: server.replies })
  await user.click(await screen.findByRole('button', { name: 'Heat' }))
  await user.click(screen.getByRole('button', { name: 'Light' }))
  expect([isStarred('Heat'), isStarred('Light')]).toEqual([true, true])
  const shown: boolean[] = []
  const watch = new MutationObserver(() => shown.push(isStarred('Light')))
  watch.observe(document.body, { subtree: true, attributes: true, childList: true })
  server.finish('Heat', refuse(commonErrors.notFound))
  expect(await screen.findByText('Not found.')).toBeTruthy()
  await waitFor(() => expect([isStarred('Heat'), isStarred('Light')]).toEqual([false, true]))
  expect(await screen.findByText('1 stars')).toBeTruthy()
  watch.disconnect()
  expect(shown).not.toContain(false)
})

test('a reply that arrives while a press is pending does not hide it', async () => {
  const server = slowly('Heat')
  const { user } = renderPage(<Shelf />, { as: 'student', replies: server.replies })
  await user.click(await screen.findByRole('button', { name: 'Heat' }))
  server.books.push('Sound')
  await queryClient.refetchQueries()
  await screen.findByRole('button', { name: 'Sound' })
  expect(isStarred('Heat')).toBe(true)
  server.finish('Heat')
  expect(await screen.findByText('1 stars')).toBeTruthy()
  expect(isStarred('Heat')).toBe(true)
})

test('removes an error when the same action succeeds, and replaces it when it fails again', async () => {
  const server = slowly('Heat', 'Light')
  const { user } = renderPage(<Shelf />, { as: 'student', replies: server.replies })
  const star = async (name: string, outcome?: ReturnType<typeof refuse>) => {
    await user.click(await screen.findByRole('button', { name, pressed: false }))
    await waitFor(() => expect(server.isAsked(name)).toBe(true))
    server.finish(name, outcome)
  }
  await star('Heat', refuse(commonErrors.conflict))
  await screen.findByText(commonErrors.conflict.message)
  await star('Light', refuse(commonErrors.conflict))
  await star('Heat', refuse(commonErrors.notFound))
  await screen.findByText(commonErrors.notFound.message)
  expect(screen.getByText(commonErrors.conflict.message), 'it is still about Light').toBeTruthy()
  await star('Heat')
  await waitFor(() => expect(screen.queryByText(commonErrors.notFound.message)).toBeNull())
  expect(screen.getByText(commonErrors.conflict.message)).toBeTruthy()
  await star('Light')
  await waitFor(() => expect(screen.queryByText(commonErrors.conflict.message)).toBeNull())
})

test('refetches after a failure', async () => {
  const server = slowly('Heat')
  const { user, calls } = renderPage(<Shelf />, { as: 'student', replies: server.replies })
  await user.click(await screen.findByRole('button', { name: 'Heat' }))
  const before = calls.length
  server.finish('Heat', refuse(commonErrors.conflict))
  await waitFor(() =>
    expect(
      calls
        .slice(before)
        .map(({ endpoint: { path } }) => path)
        .sort(),
    ).toEqual(['/book', '/book/count']),
  )
})

test('refetches what changed, with everything below its path', async () => {
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

test('does not retry a refusal, but retries twice without a reply or after a fault of the server', () => {
  const again = queryClient.getDefaultOptions().queries?.retry as (failures: number, error: Error) => boolean
  const failed = (status: number, code = 'x') => new CallError(status, { message: 'x', code })
  expect([again(0, failed(404)), again(0, failed(429)), again(0, failed(401))]).toEqual([false, false, false])
  expect([again(0, failed(503)), again(1, failed(0, 'network')), again(2, failed(503))]).toEqual([true, true, false])
})

const Long = () => {
  const books = usePages(api.list, { query: { limit: '2' } })
  return (
    <button type="button" onClick={() => books.fetchNextPage()}>
      {books.items.map(({ _id }) => _id).join(' ')}
    </button>
  )
}

test('makes each page of a long list as long as all before it, so that few calls refetch it', async () => {
  const titles = Array.from({ length: 16 }, (_, at) => `b${at}`)
  const { user, calls } = renderPage(<Long />, {
    as: 'student',
    replies: [
      reply(api.list, ({ query }) => {
        const [from, rows] = [Number(query.cursor ?? 0), Number(query.limit)]
        const next = from + rows
        return { items: titles.slice(from, next).map((id) => book(id)), nextCursor: next < titles.length ? String(next) : null }
      }),
    ],
  })
  for (const shown of [2, 4, 8, 16]) {
    await screen.findByText(titles.slice(0, shown).join(' '))
    await user.click(screen.getByRole('button'))
  }
  expect(calls.map(({ received }) => Number(received.query.limit))).toEqual([2, 2, 4, 8])
})

test('refetches automatically what the clock makes stale', async () => {
  const { calls } = renderPage(<Shelf />, {
    as: 'student',
    replies: [reply(api.list, { items: [], nextCursor: null }), reply(api.count, { count: 1 }, { staleInMs: 200 })],
  })
  await screen.findByText('1 stars')
  const counts = () => calls.filter(({ endpoint }) => endpoint === api.count).length
  expect(counts()).toBe(1)
  await waitFor(() => expect(counts()).toBe(2), { timeout: 5_000 })
  expect(calls.filter(({ endpoint }) => endpoint === api.list)).toHaveLength(1)
})

test('leaves a reply alone that came after the stale one was forgotten', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const open = (count: number, staleInMs?: number) =>
      renderPage(<Shelf />, {
        as: 'student',
        replies: [reply(api.list, { items: [], nextCursor: null }), reply(api.count, { count }, { ...(staleInMs && { staleInMs }) })],
      })
    const first = open(1, 1_000)
    await screen.findByText('1 stars')
    first.unmount()
    queryClient.clear()
    const { calls } = open(2)
    await screen.findByText('2 stars')
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(calls.filter(({ endpoint }) => endpoint === api.count)).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

describe('after a change by someone else', () => {
  const givenList = async () => {
    const titles = ['Heat']
    const shown = renderPage(<Shelf />, {
      as: 'student',
      replies: [reply(api.count, { count: 0 }), reply(api.list, () => ({ items: titles.map((id) => book(id)), nextCursor: null }))],
    })
    await screen.findByText('Heat')
    const asked = () => shown.calls.filter(({ endpoint: { path } }) => path === '/book').length
    return { ...shown, titles, asked }
  }

  test('refetches what is on screen', async () => {
    const { titles } = await givenList()
    titles.push('Light')
    refreshSince(['documents'], Date.now() + 1)
    expect(await screen.findByText('Light')).toBeTruthy()
  })

  test('leaves alone what was fetched after it, and what shows other things', async () => {
    const { titles, asked } = await givenList()
    refreshSince(['documents'], Date.now() - 60_000)
    refreshSince(['users'], Date.now() + 1)
    titles.push('Light')
    refreshSince(['documents'], Date.now() + 1)
    await screen.findByText('Light')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(asked()).toBe(2)
  })

  test('refetches once more what was being loaded, since it may be older', async () => {
    const { titles, asked } = await givenList()
    void queryClient.invalidateQueries()
    titles.push('Light')
    refreshSince(['documents'], Date.now() + 1)
    await waitFor(() => expect(asked()).toBe(3))
    expect(await screen.findByText('Light')).toBeTruthy()
  })
})
