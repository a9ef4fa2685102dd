import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { documentLimits, documentsApi, type RemovedDocument } from '#library/documents/documents.contract.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { daysLeft } from './RemovedDocuments.tsx'
import { document, libraryOf, page, physics, show } from './testing/library.tsx'

const day = 86_400_000
const ago = (days: number): string => new Date(Date.now() - days * day).toISOString()

const removed = (title: string, deletedAt: string): RemovedDocument => ({
  ...document(title.toLowerCase(), title, physics),
  deletedAt,
  deletedByName: 'Anita Singh',
})
const gone = [removed('Waves', ago(11.2)), removed('Heat', ago(documentLimits.restoreDays - 0.5))]
const address = '/documents?view=removed'
const bin = (...items: RemovedDocument[]) => [...libraryOf(), reply(documentsApi.removed, page(items))]

test.each([
  [-0.1, 30],
  [0, 30],
  [0.001, 30],
  [1, 29],
  [1.2, 29],
  [28.9, 1],
  [29, 1],
  [29.5, 0],
  [31, 0],
])('%s days after its deletion a document has %s days left', (days, left) => {
  const now = Date.parse('2026-11-21T05:30:00.000Z')
  expect(daysLeft(new Date(now - days * day).toISOString(), now)).toBe(left)
})

test('a superadmin can go from the documents to the trash and back', async () => {
  const { user, address: here } = show('superadmin', bin(...gone))
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Deleted documents' }))
  expect(here()).toBe(address)
  await waitFor(() => expect(globalThis.document.activeElement).toBe(screen.getByRole('heading', { name: 'Deleted documents' })))
  await user.click(screen.getByRole('link', { name: 'Back to documents' }))
  expect(here()).toBe('/documents')
  await waitFor(() => expect(globalThis.document.activeElement).toBe(screen.getByRole('heading', { name: 'Documents' })))
})

test('each deleted document shows who deleted it and how long it can be restored', async () => {
  show('superadmin', bin(...gone), address)
  const waves = (await screen.findByText('Waves')).closest('li') as HTMLElement
  expect(within(waves).getByText(/^Deleted .+ by Anita Singh$/)).toBeTruthy()
  expect(within(waves).getByText('Physics')).toBeTruthy()
  expect(within(waves).getByText('19 days left')).toBeTruthy()
  expect(within(screen.getByText('Heat').closest('li') as HTMLElement).getByText('Less than a day left')).toBeTruthy()
})

test('a restored document optimistically leaves the trash', async () => {
  const left = [...gone]
  let answer: (value: undefined) => void = () => undefined
  const asked = new Promise<undefined>((resolve) => {
    answer = resolve
  })
  const replies = [
    ...libraryOf(),
    reply(documentsApi.removed, () => page(left)),
    reply(documentsApi.restore, async ({ params }) => {
      await asked
      const [found] = left.splice(
        left.findIndex(({ _id }) => _id === params.id),
        1,
      )
      return found ?? refuse(commonErrors.notFound)
    }),
  ]
  const { user, calls } = show('superadmin', replies, address)
  await user.click(await screen.findByRole('button', { name: 'Restore Waves' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Waves' })).toBeNull())
  expect(screen.queryByText('"Waves" was restored.')).toBeNull()
  answer(undefined)
  expect(await screen.findByText('"Waves" was restored.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Restore Heat' })).toBeTruthy()
  expect(calls.find(({ endpoint }) => endpoint === documentsApi.restore)?.received.params).toEqual({ id: 'waves' })
})

test('a failed restore shows the document again with the server’s error text', async () => {
  const { user } = show('superadmin', [...bin(...gone), reply(documentsApi.restore, refuse(commonErrors.unavailable))], address)
  await user.click(await screen.findByRole('button', { name: 'Restore Waves' }))
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Restore Waves' })).toBeTruthy()
})

test('says that the trash is empty', async () => {
  show('superadmin', bin(), address)
  expect(await screen.findByText('No deleted documents')).toBeTruthy()
})

test.each(['admin', 'manager', 'student'] as const)('%s has no trash, not even at its address', async (role) => {
  const { calls } = show(role, libraryOf(document('waves', 'Waves', physics)), address)
  expect(await screen.findByText('1 document available')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Deleted documents' })).toBeNull()
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === documentsApi.removed)).toBe(false))
})

const tick = (name: string) => screen.getByRole('checkbox', { name })

test('restores many at once, and shows their covers', async () => {
  const coverUrl = '/api/document/waves/cover?day=2026-11-21&signature=a'
  const three = [{ ...removed('Waves', ago(1)), coverUrl }, removed('Heat', ago(2)), removed('Light', ago(3))]
  let left = three
  const replies = [
    ...libraryOf(),
    reply(documentsApi.removed, () => page(left)),
    reply(documentsApi.restoreMany, ({ body: { ids } }) => {
      left = left.filter(({ _id }) => !(ids as string[]).includes(_id))
      return { restored: (ids as string[]).length }
    }),
  ]
  const { user, calls } = show('superadmin', replies, address)
  await screen.findByText('Waves')
  expect(globalThis.document.querySelector('main img, img')?.getAttribute('src')).toBe(coverUrl)
  await user.click(tick('Select Waves'))
  await user.click(tick('Select Light'))
  const bar = screen.getByRole('region', { name: 'Selected documents' })
  expect(bar.textContent).toContain('2 selected')
  await user.click(within(bar).getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('2 documents were restored.')).toBeTruthy()
  expect(screen.queryByText('Waves')).toBeNull()
  expect(screen.getByText('Heat')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Selected documents' })).toBeNull()
  expect(calls.find(({ endpoint }) => endpoint === documentsApi.restoreMany)?.received.body).toEqual({ ids: ['waves', 'light'] })
})

test('one box selects all that a call accepts, and a failed restore keeps the selection', async () => {
  const many = Array.from({ length: documentLimits.atOnce + 1 }, (_, at) => removed(`Book-${at}`, ago(1)))
  const { user, calls } = show('superadmin', [...bin(...many), reply(documentsApi.restoreMany, refuse(commonErrors.unavailable))], address)
  // By their labels, because the roles of so many elements take a second.
  const label = `Select the first ${documentLimits.atOnce} documents`
  await user.click(await screen.findByLabelText(label))
  const bar = screen.getByRole('region', { name: 'Selected documents' })
  expect(bar.textContent).toContain(`${documentLimits.atOnce} selected`)
  await user.click(within(bar).getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
  const sent = calls.find(({ endpoint }) => endpoint === documentsApi.restoreMany)?.received.body as { ids: string[] }
  expect(sent.ids).toHaveLength(documentLimits.atOnce)
  expect(screen.getByRole('region', { name: 'Selected documents' }).textContent).toContain(`${documentLimits.atOnce} selected`)
  await user.click(screen.getByLabelText(label))
  expect(screen.queryByRole('region', { name: 'Selected documents' })).toBeNull()
})
