import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { document, physics, treeOf } from '#library/browsing/web/testing/library.tsx'
import { categoriesApi } from '#library/categories/categories.contract.ts'
import { documentLimits, documentsApi } from '#library/documents/documents.contract.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { holdTimers } from '#web/testing/holdTimers.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { UploadPage } from './UploadPage.tsx'

const pdf = (name: string, bytes = 4, type = 'application/pdf') => new File([new Uint8Array(bytes)], name, { type })
const picker = () => screen.getByLabelText(/^PDF file/) as HTMLInputElement
const rows = () => within(screen.getByRole('list', { name: 'Documents to upload' })).getAllByRole('listitem')
const row = (text: string) => rows().find(({ textContent }) => textContent?.includes(text)) as HTMLElement
const button = (name: string) => screen.getByRole('button', { name })

/** Responds to each upload by its title as `answer` says; otherwise with a document whose id is the title. */
const takesUploads = (answer: (title: string) => Promise<unknown> | ReturnType<typeof refuse> | undefined = () => undefined): FakeReply =>
  reply(documentsApi.create, async ({ body }) => {
    const title = String(body.title)
    const special = await answer(title)
    return (special as ReturnType<typeof refuse>) ?? document(title, title, physics)
  })

const show = async (files: File[], create: FakeReply = takesUploads(), at = '/upload?category=physics') => {
  const page = renderPage(<UploadPage />, { as: 'admin', at, replies: [reply(categoriesApi.tree, treeOf([])), create] })
  await screen.findByRole('button', { name: 'Upload Document' })
  await page.user.upload(picker(), files)
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === documentsApi.create).map(({ received }) => received)
  return { ...page, sent }
}

test('uploads several files into one category with their own titles, and opens the documents there', async () => {
  const { user, sent, address } = await show([pdf('Ray_optics.pdf'), pdf('भौतिकी.pdf'), pdf('Waves (1).pdf')])
  const titles = screen.getAllByRole('textbox') as HTMLInputElement[]
  expect(titles.map(({ value }) => value)).toEqual(['Ray optics', 'भौतिकी', 'Waves'])
  await user.clear(titles[0] as HTMLInputElement)
  await user.type(titles[0] as HTMLInputElement, 'A')
  await user.clear(titles[1] as HTMLInputElement)
  await user.type(titles[1] as HTMLInputElement, 'B')
  await user.clear(titles[2] as HTMLInputElement)
  await user.type(titles[2] as HTMLInputElement, 'C')
  const leaving = holdTimers(2_000)
  await user.click(button('Upload 3 documents'))
  expect(await screen.findByText('3 Documents Uploaded Successfully!')).toBeTruthy()
  expect(sent().map(({ body, file }) => [(body as { title: string }).title, file?.name])).toEqual([
    ['A', 'Ray_optics.pdf'],
    ['B', 'भौतिकी.pdf'],
    ['C', 'Waves (1).pdf'],
  ])
  await leaving.run()
  expect(address()).toBe('/documents?category=physics&new=A,B,C')
})

test('uploads at most two at a time, each with its progress', async () => {
  const answers: (() => void)[] = []
  const { user, sent } = await show(
    [pdf('A.pdf'), pdf('B.pdf'), pdf('C.pdf')],
    takesUploads(() => new Promise((resolve) => answers.push(() => resolve(undefined)))),
  )
  await user.click(button('Upload 3 documents'))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(screen.getAllByRole('progressbar')).toHaveLength(3)
  expect(screen.getByRole('progressbar', { name: 'Uploading documents' })).toBeTruthy()
  expect(within(row('C.pdf')).getByText('Waiting')).toBeTruthy()
  answers[0]?.()
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(within(row('A')).getByText('Uploaded')).toBeTruthy()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
})

test('a failed upload does not stop the others, says why, and is retried with the same id', async () => {
  let failing = true
  const { user, sent } = await show(
    [pdf('A.pdf'), pdf('B.pdf'), pdf('C.pdf')],
    takesUploads((title) => (title === 'B' && failing ? refuse(commonErrors.diskFull) : undefined)),
  )
  await user.click(button('Upload 3 documents'))
  expect(await within(row('B.pdf')).findByText(commonErrors.diskFull.message)).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2))
  expect(screen.getByText('2 of 3 documents uploaded, 1 failed', { selector: '[role=status]' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show in Documents' }).getAttribute('href')).toBe('/documents?category=physics&new=A,C')
  expect(button('Retry 1 failed document')).toBeTruthy()
  failing = false
  await user.click(button('Retry B'))
  expect(await screen.findByText('3 Documents Uploaded Successfully!')).toBeTruthy()
  const tries = sent().flatMap(({ body }) => ((body as { title: string }).title === 'B' ? (body as { clientId: string }).clientId : []))
  expect([tries.length, new Set(tries).size]).toEqual([2, 1])
})

test('one press retries all failed uploads', async () => {
  let failing = true
  const { user } = await show(
    [pdf('A.pdf'), pdf('B.pdf')],
    takesUploads(() => (failing ? refuse(commonErrors.unavailable) : undefined)),
  )
  await user.click(button('Upload 2 documents'))
  await user.click(await screen.findByRole('button', { name: 'Retry 2 failed documents' }))
  await screen.findByRole('button', { name: 'Retry 2 failed documents' })
  failing = false
  await user.click(button('Retry 2 failed documents'))
  expect(await screen.findByText('2 Documents Uploaded Successfully!')).toBeTruthy()
})

test('marks files that cannot be sent at once, and leaves them out', async () => {
  const { sent, user } = await show([pdf('A.pdf')])
  const wrong = [pdf('B.pdf'), pdf('photo.png', 4, 'image/png'), pdf('empty.pdf', 0), pdf('big.pdf', documentLimits.bytes + 1)]
  fireEvent.drop(picker().parentElement as HTMLElement, { dataTransfer: { files: wrong } })
  // The file chosen before stays.
  expect(rows()).toHaveLength(5)
  expect(within(row('photo.png')).getByText('Please select a PDF file')).toBeTruthy()
  expect(row('empty.pdf').textContent).toContain('"empty.pdf" is empty')
  expect(row('big.pdf').textContent).toContain('"big.pdf" is larger than 10MB')
  await user.click(button('Upload 2 documents'))
  await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2))
  expect(sent()).toHaveLength(2)
  for (const name of ['photo.png', 'empty.pdf', 'big.pdf']) await user.click(button(`Remove ${name}`))
  expect(await screen.findByText('2 Documents Uploaded Successfully!')).toBeTruthy()
})

test('sends nothing without a category and all titles, and each field says so', async () => {
  const { user, sent } = await show([pdf('A.pdf'), pdf('B.pdf')], takesUploads(), '/upload')
  await user.clear(screen.getByRole('textbox', { name: 'Title for B.pdf' }))
  await user.click(button('Upload 2 documents'))
  expect(await screen.findByText('Please enter a document title')).toBeTruthy()
  expect(screen.getByText('Please select a category')).toBeTruthy()
  await waitFor(() => expect(globalThis.document.activeElement).toBe(screen.getByRole('combobox', { name: /^Category/ })))
  expect(sent()).toEqual([])
})

test('stopping cancels the current uploads and keeps the rest for later', async () => {
  let isStuck = true
  const { user, sent } = await show(
    [pdf('A.pdf'), pdf('B.pdf'), pdf('C.pdf')],
    takesUploads(() => (isStuck ? new Promise(() => undefined) : undefined)),
  )
  await user.click(button('Upload 3 documents'))
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Upload 3 documents' })).toBeTruthy()
  expect(sent()).toHaveLength(2)
  isStuck = false
  await user.click(button('Upload 3 documents'))
  expect(await screen.findByText('3 Documents Uploaded Successfully!')).toBeTruthy()
})

test.each([
  [documentLimits.uploadsAtOnce, false],
  [documentLimits.uploadsAtOnce + 1, true],
])('says of %i files that some are too many: %s', async (count, isTold) => {
  await show(Array.from({ length: count }, (_, at) => pdf(`Book ${at}.pdf`)))
  expect(rows()).toHaveLength(documentLimits.uploadsAtOnce)
  expect(screen.queryByText(/1 file was left out/) !== null).toBe(isTold)
})

test('lists the same file once, and shows the form for one when the list is empty', async () => {
  const one = pdf('A.pdf')
  const { user } = await show([one, pdf('B.pdf')])
  fireEvent.drop(picker().parentElement as HTMLElement, { dataTransfer: { files: [one] } })
  expect(rows()).toHaveLength(2)
  await user.click(button('Remove A'))
  await user.click(button('Remove B'))
  expect(await screen.findByRole('button', { name: 'Upload Document' })).toBeTruthy()
})

test('the category is focused after the files were chosen', async () => {
  await show([pdf('A.pdf'), pdf('B.pdf')])
  await waitFor(() => expect(window.document.activeElement).toBe(screen.getByLabelText('Category')))
})

const leaves = (): boolean => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return !leaving.defaultPrevented
}

test('asks before chosen files that are not uploaded are discarded', async () => {
  const { user, address } = await show([pdf('A.pdf'), pdf('B.pdf')])
  expect(leaves()).toBe(false)
  await act(async () => window.history.back())
  expect(await screen.findByText('2 files you have chosen have not been uploaded.')).toBeTruthy()
  await user.click(button('Keep editing'))
  expect(rows()).toHaveLength(2)
  const elsewhere = globalThis.document.createElement('a')
  elsewhere.href = '/favorites'
  globalThis.document.body.append(elsewhere)
  fireEvent.click(elsewhere)
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(address()).toBe('/favorites'))
  elsewhere.remove()
})

test('Cancel asks no question', async () => {
  const { user, address } = await show([pdf('A.pdf'), pdf('B.pdf')])
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/documents'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a list that is empty or completely stored asks no question', async () => {
  const { user } = await show([pdf('A.pdf'), pdf('B.pdf')])
  await user.click(button('Upload 2 documents'))
  await screen.findByText('2 Documents Uploaded Successfully!')
  await waitFor(() => expect(leaves()).toBe(true))
  await user.click(button('Upload another'))
  await user.upload(picker(), [pdf('C.pdf'), pdf('D.pdf')])
  for (const name of ['C', 'D']) await user.click(button(`Remove ${name}`))
  await waitFor(() => expect(leaves()).toBe(true))
})
