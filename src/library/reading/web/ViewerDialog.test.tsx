import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { queryClient, refresh } from '#web/api/queryClient.ts'
import { getSession, takeExpiredMessage } from '#web/api/session.ts'
import { HeaderNotices } from '#web/shell/headerNotices.ts'
import { eagerScreen } from '#web/shell/screen.ts'
import { type FakeReply, refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { type OfficeView, readingApi } from '../reading.contract.ts'
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

const show = (document: Document | undefined, replies: readonly FakeReply[] = [link]) => {
  const onClose = vi.fn()
  const rendered = renderPage(<ViewerDialog id="d1" document={document} page={undefined} onClose={onClose} />, { as: 'student', replies })
  return { ...rendered, onClose, dialog: within(screen.getByRole('dialog')) }
}

/** A server for files with a response for each address. */
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

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const noViewer = (reason: OfficeView['reason']) => reply(readingApi.office, { viewer: null, viewerUrl: null, expiresAt: null, reason })

test.each([
  [docx, 'Word document (docx)', 'off', 'This hall has no viewer for Office files.'],
  ['application/vnd.ms-excel', 'Excel workbook (xls)', 'noAddress', /public address of this hall, which is not set/],
  ['application/vnd.ms-powerpoint', 'PowerPoint presentation (ppt)', 'notHttps', /starts with https/],
  [docx, 'Word document (docx)', 'privateAddress', /local network/],
] as const)('shows the type of an Office file of type %s and why it is not displayed: %s, %s', async (fileType, name, reason, sentence) => {
  const { dialog } = show(documentOf(fileType), [noViewer(reason)])
  expect(await dialog.findByText('Preview not available')).toBeTruthy()
  expect(dialog.getByText(name)).toBeTruthy()
  expect(dialog.getByText(sentence)).toBeTruthy()
  expect(dialog.queryByText(/administrator|switch/)).toBeNull()
})

describe('a file that is not shown', () => {
  const click = () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.getAttribute('href')} as ${this.download}`)
    })
    return saved
  }

  test.each([docx, 'application/msword', 'application/vnd.ms-excel', 'application/zip', 'image/svg+xml', ''])(
    'of type "%s" is downloaded by a link that needs no session',
    async (fileType) => {
      const saved = click()
      const { dialog, user } = show(documentOf(fileType), [link, noViewer('off')])
      expect(await dialog.findByText('Preview not available')).toBeTruthy()
      expect(dialog.getByText('You can download it and open it with another app.')).toBeTruthy()
      await user.click(dialog.getByRole('button', { name: 'Download' }))
      await waitFor(() => expect(saved).toEqual(['/link as a.bin']))
    },
  )

  test('shows why a download failed, and can be retried', async () => {
    const saved = click()
    let isBusy = true
    const replies = [
      noViewer('off'),
      reply(documentsApi.link, () =>
        isBusy ? refuse(commonErrors.unavailable) : { downloadUrl: '/link', expiresAt: '2026-11-21T05:35:00.000Z' },
      ),
    ]
    const { dialog, user } = show(documentOf(docx), replies)
    await user.click(await dialog.findByRole('button', { name: 'Download' }))
    expect(await screen.findByText(commonErrors.unavailable.message)).toBeTruthy()
    expect(saved).toEqual([])
    isBusy = false
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
  })
})

describe('an Office file in an external viewer', () => {
  const viewerUrl = (attempt: number) => `https://view.officeapps.live.com/op/embed.aspx?src=${attempt}`
  const viewer = () => {
    let attempts = 0
    return reply(readingApi.office, () => ({
      viewer: 'microsoft' as const,
      viewerUrl: viewerUrl(++attempts),
      expiresAt: '2026-11-21T05:35:00.000Z',
      reason: null,
    }))
  }

  test('is shown in a frame, with a notice that says where it is sent', async () => {
    const { dialog, user } = show(documentOf(docx), [viewer()])
    const frame = await dialog.findByTitle('रोशनी, shown by Microsoft')
    expect(frame.getAttribute('src')).toBe(viewerUrl(1))
    expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
    expect(dialog.getByText('Shown by Microsoft. To show it, this file is sent to Microsoft.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Load again' }))
    await waitFor(() => expect(dialog.getByTitle(/shown by Microsoft/).getAttribute('src')).toBe(viewerUrl(2)))
  })

  test('does not reload when others change the library', async () => {
    const { dialog, calls } = show(documentOf(docx), [viewer(), reply(documentsApi.read, documentOf(docx))])
    await dialog.findByTitle(/shown by Microsoft/)
    await refresh(['customization', 'documents'])
    expect(calls.map(({ endpoint }) => endpoint)).toEqual([readingApi.office, documentsApi.read])
    expect(dialog.getByTitle(/shown by Microsoft/).getAttribute('src')).toBe(viewerUrl(1))
  })

  test('that the page’s policy does not allow yet asks for a reload', async () => {
    const { dialog } = show(documentOf(docx), [viewer()])
    await dialog.findByTitle(/shown by Microsoft/)
    act(() => void document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'frame-src' })))
    expect(dialog.getByText('Please reload this page')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Reload' })).toBeTruthy()
  })

  test('that fails to load is unavailable, and can be retried', async () => {
    const { dialog } = show(documentOf(docx), [reply(readingApi.office, refuse(commonErrors.unavailable))])
    expect(await dialog.findByText('Document not available')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })
})

test.each(['image/svg+xml', 'text/html', 'application/zip'])('shows no file of type %s, and names its type', (fileType) => {
  const { dialog, calls } = show(documentOf(fileType))
  expect(dialog.getByText('Preview not available')).toBeTruthy()
  expect(dialog.getByText(new RegExp(fileType.replace(/[+]/g, '\\+')))).toBeTruthy()
  expect(calls).toEqual([])
})

test('loads a document that only the address names', async () => {
  const { dialog } = show(undefined, [reply(documentsApi.read, documentOf('application/zip'))])
  expect(await dialog.findByText('रोशनी')).toBeTruthy()
  expect(dialog.getByText('Preview not available')).toBeTruthy()
})

test('says that it is loading until the title is known, without another name', async () => {
  let answer: (document: Document) => void = () => {}
  const answered = new Promise<Document>((resolve) => {
    answer = resolve
  })
  show(undefined, [reply(documentsApi.read, () => answered)])
  expect(screen.getByRole('dialog', { name: 'Loading document…' })).toBeTruthy()
  expect(screen.queryByText('Document')).toBeNull()
  answer(documentOf('application/zip'))
  expect(await screen.findByRole('dialog', { name: 'रोशनी' })).toBeTruthy()
})

test('the name of a document that fails to load says so', async () => {
  show(undefined, [reply(documentsApi.read, refuse(commonErrors.notFound))])
  expect(await screen.findByRole('dialog', { name: 'Document not available' })).toBeTruthy()
})

test('a document that is deleted while open closes with the reason', async () => {
  let isDeleted = false
  const { dialog, onClose } = show(documentOf('application/zip'), [
    reply(documentsApi.read, () => (isDeleted ? refuse(commonErrors.notFound) : documentOf('application/zip', { title: 'Light' }))),
  ])
  await refresh(['documents'])
  expect(await dialog.findByRole('heading', { name: 'Light' })).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  isDeleted = true
  await refresh(['documents'])
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(await screen.findByText('"Light" was closed because it was deleted.')).toBeTruthy()
})

test('a document that was deleted and restored can be opened again', async () => {
  let isDeleted = true
  const replies = [reply(documentsApi.read, () => (isDeleted ? refuse(commonErrors.notFound) : documentOf('application/zip')))]
  const first = show(documentOf('application/zip'), replies)
  await refresh(['documents'])
  await waitFor(() => expect(first.onClose).toHaveBeenCalled())
  first.unmount()
  isDeleted = false
  const again = show(documentOf('application/zip'), replies)
  await waitFor(() => expect(again.calls).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(again.onClose).not.toHaveBeenCalled()
})

test('an open document stays open while the server cannot be reached', async () => {
  const { onClose, calls } = show(documentOf('application/zip'), [reply(documentsApi.read, refuse(commonErrors.tooMany))])
  await refresh(['documents'])
  expect(calls).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
})

test('says that a text is empty', async () => {
  const { dialog } = show(documentOf('text/plain', { fileSize: 0 }))
  expect(await dialog.findByText('This file is empty.')).toBeTruthy()
})

test('opens the plain address with the token if no link can be created', async () => {
  const { dialog } = show(documentOf('text/csv'), [reply(documentsApi.link, refuse(commonErrors.notAllowed))])
  const asked = serveFiles({ '/api/document/d1/file': () => new Response('a,b\n1', { status: 200 }) })
  expect(await dialog.findByRole('table', { name: 'रोशनी' })).toBeTruthy()
  expect(dialog.getByRole('columnheader', { name: 'b' })).toBeTruthy()
  expect(asked).toEqual(['/api/document/d1/file token'])
})

test('a file refused because the session has ended signs out', async () => {
  const { dialog } = show(documentOf('text/csv'))
  const over = () => Response.json({ code: 'not_signed_in', message: 'Please sign in.' }, { status: 401 })
  serveFiles({ '/link': () => new Response('', { status: 403 }), '/api/document/d1/file': over })
  expect(await dialog.findByText('Document not available')).toBeTruthy()
  expect(getSession()).toBeNull()
})

test('a file refused because the account has expired signs out, and the login page can say why', async () => {
  const { dialog } = show(documentOf('text/csv'))
  const expired = () => Response.json({ code: 'accounts.expired', message: 'Your account has expired.', expired: true }, { status: 403 })
  serveFiles({ '/link': expired, '/api/document/d1/file': expired })
  expect(await dialog.findByText('Document not available')).toBeTruthy()
  expect(getSession()).toBeNull()
  expect(takeExpiredMessage()).toBe('Your account has expired.')
})

test('a file refused for another reason does not sign out', async () => {
  const { dialog } = show(documentOf('text/csv'))
  const refused = () => Response.json({ code: 'not_allowed', message: 'You are not allowed to do this.' }, { status: 403 })
  serveFiles({ '/link': refused, '/api/document/d1/file': refused })
  expect(await dialog.findByText('Document not available')).toBeTruthy()
  expect(getSession()).not.toBeNull()
})

test('a file that does not arrive is unavailable, and Retry tries again', async () => {
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

/** A file that arrives in parts, with this many milliseconds between them. */
const comingIn = (parts: readonly string[], everyMs: number) => (): Response => {
  const left = [...parts]
  const body = new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
      const part = left.shift()
      if (part === undefined) stream.close()
      else stream.enqueue(new TextEncoder().encode(part))
    },
  })
  return new Response(body, { status: 206 })
}

describe('on a slow connection', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('the cover and the received bytes are shown until the document opens, however long it takes', async () => {
    const { dialog } = show(documentOf('text/csv', { fileSize: 621 * 1024, coverUrl: '/cover' }))
    serveFiles({ '/link': comingIn(['a,b\n', ...Array(10).fill('x'.repeat(62_000)), ' '.repeat(621 * 1024 - 620_004)], 15_000) })
    expect(dialog.getByText('0 of 621 kB')).toBeTruthy()
    expect(screen.getByRole('dialog').querySelector('img')?.getAttribute('src')).toBe('/cover')
    for (let part = 0; part < 7; part += 1) await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(dialog.getByText('363 of 621 kB')).toBeTruthy()
    for (let part = 0; part < 6; part += 1) await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(dialog.getByRole('table')).toBeTruthy()
  })

  test('a document that makes no progress for 20 seconds is unavailable', async () => {
    const { dialog } = show(documentOf('text/csv', { fileSize: 1_000 }))
    serveFiles({ '/link': comingIn(['a,b\n', 'the rest'], 30_000) })
    await act(() => vi.advanceTimersByTimeAsync(19_000))
    expect(dialog.getByText('0 of 1,000 bytes')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(dialog.getByText('Unable to load document. Please try again later.')).toBeTruthy()
  })
})

test('Ctrl+F opens the search, and Escape closes first the search and then the document', async () => {
  const { dialog, user, onClose } = show(documentOf('text/csv'))
  serveFiles({ '/link': () => new Response('a,b\n1', { status: 200 }) })
  await dialog.findByRole('table')
  await user.keyboard('{Control>}f{/Control}')
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Find in document' })).toBe(document.activeElement))
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

test('has the notices in its header, since it covers those of the page', async () => {
  const dot = eagerScreen(() => <button type="button">Notices (1)</button>)
  renderPage(
    <HeaderNotices value={dot}>
      <ViewerDialog id="d1" document={documentOf('application/zip')} page={undefined} onClose={vi.fn()} />
    </HeaderNotices>,
    { as: 'student', replies: [link, noViewer('off')] },
  )
  expect(await screen.findByText('Preview not available')).toBeTruthy()
  const [header] = screen.getByRole('dialog').getElementsByTagName('header')
  expect(header?.textContent).toContain('Notices (1)')
})
