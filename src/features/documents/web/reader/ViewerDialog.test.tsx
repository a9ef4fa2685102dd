import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type Document, documentsApi } from '../../documents.contract.ts'
import { ViewerDialog } from './ViewerDialog.tsx'

const documentOf = (fileType: string, more: Partial<Document> = {}): Document => ({
  _id: 'd1',
  title: 'रोशनी',
  category: null,
  createdAt: '2026-11-21T05:30:00.000Z',
  fileName: 'a.bin',
  filePath: '/api/document/d1/file',
  fileUrl: '/api/document/d1/file',
  downloadUrl: '/api/document/d1/download',
  fileSize: 5,
  fileType,
  pages: null,
  coverUrl: null,
  ...more,
})

const link = reply(documentsApi.link, { downloadUrl: '/link', expiresAt: '2026-11-21T05:35:00.000Z' })

const show = (document: Document | undefined, replies = [link]) => {
  const onClose = vi.fn()
  const rendered = renderPage(<ViewerDialog id="d1" document={document} page={undefined} onClose={onClose} />, { as: 'student', replies })
  return { ...rendered, onClose, dialog: within(screen.getByRole('dialog')) }
}

/** The server as far as files go: what each address answers. */
const serveFiles = (answers: Record<string, () => Response>): string[] => {
  const calls = globalThis.fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const answer = answers[address]
    if (!answer) return calls(address, init)
    asked.push(`${address} ${new Headers(init.headers).get('authorization') ?? ''}`.trim())
    return answer()
  })
  return asked
}

test.each([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word document (docx)'],
  ['application/vnd.ms-excel', 'Excel workbook (xls)'],
  ['application/vnd.ms-powerpoint', 'PowerPoint presentation (ppt)'],
])('an office file of type %s says what it is and why it is not shown', (fileType, name) => {
  const { dialog } = show(documentOf(fileType))
  expect(dialog.getByText('Preview not available')).toBeTruthy()
  expect(dialog.getByText(name)).toBeTruthy()
  expect(dialog.getByText(/An administrator has to switch it on/)).toBeTruthy()
})

test.each(['image/svg+xml', 'text/html', 'application/zip'])('a file of type %s is never shown, and its type is said', (fileType) => {
  const { dialog, calls } = show(documentOf(fileType))
  expect(dialog.getByText('Preview not available')).toBeTruthy()
  expect(dialog.getByText(new RegExp(fileType.replace(/[+]/g, '\\+')))).toBeTruthy()
  expect(calls).toEqual([])
})

test('a document that only its address names is asked for', async () => {
  const { dialog } = show(undefined, [reply(documentsApi.read, documentOf('application/zip'))])
  expect(await dialog.findByText('रोशनी')).toBeTruthy()
  expect(dialog.getByText('Preview not available')).toBeTruthy()
})

test('an empty text says so', async () => {
  const { dialog } = show(documentOf('text/plain', { fileSize: 0 }))
  expect(await dialog.findByText('This file is empty.')).toBeTruthy()
})

test('where no link can be made, the plain address is opened with the token', async () => {
  const { dialog } = show(documentOf('text/csv'), [reply(documentsApi.link, refuse(commonErrors.notAllowed))])
  const asked = serveFiles({ '/api/document/d1/file': () => new Response('a,b\n1', { status: 200 }) })
  expect(await dialog.findByRole('table', { name: 'रोशनी' })).toBeTruthy()
  expect(dialog.getByRole('columnheader', { name: 'b' })).toBeTruthy()
  expect(asked).toEqual(['/api/document/d1/file token'])
})

test('a file that does not come is not available, and Retry tries again', async () => {
  const { dialog, user } = show(documentOf('text/csv'))
  let there = false
  const answer = () => (there ? new Response('a,b\n1', { status: 200 }) : new Response('', { status: 404 }))
  serveFiles({ '/link': answer, '/api/document/d1/file': answer })
  expect(await dialog.findByText('Document not available')).toBeTruthy()
  expect(dialog.getByText('Unable to load document. Please try again later.')).toBeTruthy()
  there = true
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('table')).toBeTruthy()
})

test('the search opens by Ctrl F, and Escape closes first the search and then the document', async () => {
  const { dialog, user, onClose } = show(documentOf('text/csv'))
  serveFiles({ '/link': () => new Response('a,b\n1', { status: 200 }) })
  await dialog.findByRole('table')
  await user.keyboard('{Control>}f{/Control}')
  expect(dialog.getByRole('textbox', { name: 'Find in document' })).toBe(document.activeElement)
  await user.keyboard('{Escape}')
  expect(dialog.queryByRole('textbox')).toBeNull()
  await user.keyboard('{Control>}f{/Control}')
  await user.click(dialog.getByRole('columnheader', { name: 'a' }))
  await user.keyboard('{Escape}')
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
