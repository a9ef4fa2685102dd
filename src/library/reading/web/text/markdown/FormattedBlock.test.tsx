import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { ViewerDialog } from '../../ViewerDialog.tsx'

// jsdom has no layout, and only visible blocks are rendered.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(4_000)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(30)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
})

const show = async (text: string) => {
  const document: Document = {
    _id: 'd1',
    title: 'Notes',
    category: null,
    createdAt: '2026-11-21T05:30:00.000Z',
    fileName: 'Notes.md',
    filePath: '/file',
    fileUrl: '/file',
    downloadUrl: '/download',
    fileSize: new TextEncoder().encode(text).length,
    fileType: 'text/markdown',
    pages: null,
    coverUrl: null,
  }
  const page = renderPage(<ViewerDialog id="d1" document={document} page={undefined} onClose={() => {}} />, {
    as: 'student',
    replies: [reply(documentsApi.link, refuse(commonErrors.notAllowed))],
  })
  const calls = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) =>
    address === '/file' ? new Response(text, { status: 200 }) : calls(address, init),
  )
  const region = await screen.findByRole('region', { name: 'Text of Notes' })
  await waitFor(() => expect(region.textContent).not.toBe(''))
  return { ...page, region, inside: within(region) }
}

const notes = `# The hall

Read **quietly**, please: [rules](https://example.org/rules).

## Hours

- from *six*
  - to ten
1. every day

| Day | Opens |
|-----|-------|
| Monday | 6 am |

> Said by a reader

\`\`\`
# no heading
\`\`\`
`

test('renders headings, lists, tables, quotes and code', async () => {
  const { inside } = await show(notes)
  expect(inside.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual(['H3 The hall', 'H4 Hours'])
  expect(inside.getByText('quietly').tagName).toBe('STRONG')
  expect(inside.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['•from six', '•to ten', '1.every day'])
  expect(inside.getByRole('columnheader', { name: 'Opens' })).toBeTruthy()
  expect(inside.getByRole('cell', { name: '6 am' })).toBeTruthy()
  expect(inside.getByText('Said by a reader').closest('blockquote')).toBeTruthy()
  expect(inside.getByText('# no heading').tagName).toBe('PRE')
})

test('a link opens in a new tab and sends no referrer', async () => {
  const { inside } = await show(notes)
  const link = inside.getByRole('link', { name: 'rules' })
  expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
    'https://example.org/rules',
    '_blank',
    'noopener noreferrer',
  ])
})

test('HTML is text, pictures are not loaded, and no link runs a script', async () => {
  const { region, inside } = await show(
    [
      '# <img src=x onerror=alert(1)>',
      '<script>alert(1)</script>',
      '<a href="javascript:alert(1)">press</a> ![map](https://example.org/map.png) [run](javascript:alert(1)) <javascript:alert(1)>',
    ].join('\n\n'),
  )
  expect(inside.getByRole('heading', { name: '<img src=x onerror=alert(1)>' })).toBeTruthy()
  expect(inside.getByText('<script>alert(1)</script>')).toBeTruthy()
  expect(region.querySelectorAll('script, img, iframe, style')).toHaveLength(0)
  expect([...region.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://example.org/map.png'])
})

test('a match may span several pieces', async () => {
  const { user, region } = await show(notes)
  await user.keyboard('{Control>}f{/Control}')
  await user.keyboard('QUIETLY, please')
  expect(await screen.findByText('1 of 1')).toBeTruthy()
  await waitFor(() => expect([...region.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['quietly', ', please']))
})

test.each([
  ['of more than a megabyte', 'word '.repeat(220_000)],
  ['of very many headings', '#\n'.repeat(20_001)],
])('a file %s is shown as written', async (_, rest) => {
  const { inside } = await show(`# A heading\n\n${rest}`)
  expect(inside.getByText(/^# A heading/)).toBeTruthy()
  expect(inside.queryByRole('heading')).toBeNull()
})
