import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { commonErrors } from '#contract/errors.ts'
import { type CategoryNode, categoriesApi } from '#library/categories/categories.contract.ts'
import { type Document, documentErrors, documentLimits, documentsApi } from '#library/documents/documents.contract.ts'
import { refuse, reply } from '#web/testing/fakeServer.ts'
import { holdTimers } from '#web/testing/holdTimers.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { UploadPage } from './UploadPage.tsx'

const at = '2026-11-21T05:30:00.000Z'
const node = (_id: string, name: string, level: number, path: string, subcategories: CategoryNode[] = []): CategoryNode => ({
  _id,
  name,
  level,
  path,
  imagePublicUrl: null,
  parentCategory: null,
  createdAt: at,
  documentCount: 0,
  totalCount: 0,
  subcategories,
})
const tree = {
  items: [node('science', 'Science', 0, 'Science', [node('physics', 'Physics', 1, 'Science > Physics')])],
  uncategorizedCount: 0,
  total: 0,
}
const stored: Document = {
  _id: 'new',
  title: 'Optics',
  category: { _id: 'physics', name: 'Physics' },
  createdAt: at,
  fileName: 'optics.pdf',
  filePath: '/a',
  fileUrl: '/a',
  downloadUrl: '/a',
  fileSize: 4,
  fileType: 'application/pdf',
  pages: null,
  coverUrl: null,
}

const pdf = (bytes = 4, name = 'optics.pdf', type = 'application/pdf') => new File([new Uint8Array(bytes)], name, { type })

const show = (answer: Parameters<typeof reply<typeof documentsApi.create>>[1] = stored) =>
  renderPage(<UploadPage />, {
    as: 'admin',
    at: '/upload',
    replies: [reply(categoriesApi.tree, tree), reply(documentsApi.create, answer)],
  })
type User = ReturnType<typeof show>['user']

const submit = async (user: User) => user.click(await screen.findByRole('button', { name: 'Upload Document' }))
const title = () => screen.getByRole('textbox', { name: /^Title/ }) as HTMLInputElement
const picker = () => screen.getByLabelText(/^PDF file/) as HTMLInputElement

const fill = async (user: User, file = pdf()) => {
  await screen.findByRole('button', { name: 'Upload Document' })
  await user.fill(title(), 'Optics')
  await user.selectOptions(screen.getByRole('combobox', { name: /^Category/ }), 'physics')
  await user.upload(picker(), file)
}

test('the form says which files it accepts, and categories are indented with their path', async () => {
  const { user } = show()
  expect(await screen.findByText('PDF only, up to 10MB')).toBeTruthy()
  const options = within(screen.getByRole('combobox', { name: /^Category/ })).getAllByRole('option') as HTMLOptionElement[]
  expect(options.map(({ textContent }) => textContent)).toEqual(['Select a category', 'Science', '\u00A0\u00A0\u00A0Science > Physics'])
  // The closed field shows the text of the option.
  await user.selectOptions(screen.getByRole('combobox', { name: /^Category/ }), 'physics')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Science > Physics')
})

test('an empty form is not sent, and each field says that it is required', async () => {
  const { user, calls } = show()
  await submit(user)
  expect(await screen.findByText('Please enter a document title')).toBeTruthy()
  expect(screen.getByText('Please select a PDF file')).toBeTruthy()
  expect(screen.getByText('Please select a category')).toBeTruthy()
  expect(calls.some(({ endpoint }) => endpoint === documentsApi.create)).toBe(false)
})

test('rejects a blank title', async () => {
  const { user } = show()
  await fill(user)
  await user.clear(title())
  await user.fill(title(), '   ')
  await submit(user)
  expect(await screen.findByText('Please enter a document title')).toBeTruthy()
})

test('the file name sets the title, and another file changes it unless a title was typed', async () => {
  const { user } = show()
  await screen.findByRole('button', { name: 'Upload Document' })
  await user.upload(picker(), pdf(4, 'Ray_optics_final_v2 (1).pdf'))
  expect(title().value).toBe('Ray optics')
  await user.upload(picker(), pdf(4, 'भौतिकी_कक्षा_१२.pdf'))
  expect(title().value).toBe('भौतिकी कक्षा १२')
  await user.type(title(), '!')
  await user.upload(picker(), pdf(4, 'Waves.pdf'))
  expect(title().value).toBe('भौतिकी कक्षा १२!')
})

test('the file comes first, and the category of the address is preselected', async () => {
  renderPage(<UploadPage />, { as: 'admin', at: '/upload?category=physics', replies: [reply(categoriesApi.tree, tree)] })
  const category = (await screen.findByRole('combobox', { name: /^Category/ })) as HTMLSelectElement
  expect(category.value).toBe('physics')
  expect(picker().compareDocumentPosition(title()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('an upload whose response was lost is not stored twice, and later changes update it', async () => {
  let lost = true
  const { user, calls } = renderPage(<UploadPage />, {
    as: 'admin',
    at: '/upload',
    replies: [
      reply(categoriesApi.tree, tree),
      reply(documentsApi.create, () => (lost ? refuse(commonErrors.unavailable) : stored)),
      reply(documentsApi.update, { ...stored, title: 'Optics 2' }),
    ],
  })
  await fill(user)
  await submit(user)
  await screen.findByText(commonErrors.unavailable.message)
  lost = false
  await user.type(title(), ' 2')
  await submit(user)
  await screen.findByText('Document Uploaded Successfully!')
  const created = calls.filter(({ endpoint }) => endpoint === documentsApi.create).map(({ received }) => received.body)
  expect(created).toMatchObject([{ title: 'Optics' }, { title: 'Optics 2' }])
  expect(new Set(created.map((body) => (body as { clientId: string }).clientId)).size).toBe(1)
  expect(calls.find(({ endpoint }) => endpoint === documentsApi.update)?.received).toMatchObject({
    params: { id: 'new' },
    body: { title: 'Optics 2', category: 'physics' },
  })
})

test('another upload keeps the category and cancels the pending navigation', async () => {
  const { user, address } = show()
  const leaving = holdTimers(2_000)
  await fill(user)
  await submit(user)
  const another = await screen.findByRole('button', { name: 'Upload another' })
  expect(leaving.count()).toBe(1)
  await user.click(another)
  expect(title().value).toBe('')
  expect((screen.getByRole('combobox', { name: /^Category/ }) as HTMLSelectElement).value).toBe('physics')
  await leaving.run()
  expect(address()).toBe('/upload')
})

test('rejects a file of another type as soon as it is dropped', async () => {
  const { calls, user } = show()
  await screen.findByRole('button', { name: 'Upload Document' })
  const zone = picker().parentElement as HTMLElement
  fireEvent.drop(zone, { dataTransfer: { files: [pdf(4, 'photo.png', 'image/png')] } })
  expect(await screen.findByText('Please select a PDF file')).toBeTruthy()
  await submit(user)
  expect(calls.some(({ endpoint }) => endpoint === documentsApi.create)).toBe(false)
})

test('accepts 10 MB, and rejects one byte more before anything is sent', async () => {
  const { user, calls } = show()
  holdTimers(2_000)
  await fill(user, pdf(documentLimits.bytes + 1, 'big.pdf'))
  expect(await screen.findByText('"big.pdf" is larger than 10MB. Please choose a smaller PDF.')).toBeTruthy()
  await submit(user)
  expect(calls.some(({ endpoint }) => endpoint === documentsApi.create)).toBe(false)
  await user.upload(picker(), pdf(documentLimits.bytes))
  expect(screen.queryByText(/larger than 10MB/)).toBeNull()
  await submit(user)
  expect(await screen.findByText('Document Uploaded Successfully!')).toBeTruthy()
  const sent = calls.filter(({ endpoint }) => endpoint === documentsApi.create)
  expect(sent.map(({ received }) => received.file?.size)).toEqual([documentLimits.bytes])
})

test('an upload sends title, category and file, shows its success, and opens the documents after two seconds', async () => {
  const { user, calls, address } = show()
  const leaving = holdTimers(2_000)
  await fill(user)
  await submit(user)
  expect(await screen.findByText('Document Uploaded Successfully!')).toBeTruthy()
  const sent = calls.find(({ endpoint }) => endpoint === documentsApi.create)?.received
  expect(sent?.body).toEqual({ title: 'Optics', category: 'physics', clientId: expect.any(String) })
  expect(sent?.file?.name).toBe('optics.pdf')
  expect(address()).toBe('/upload')
  await leaving.run()
  expect(address()).toBe('/documents?category=physics&new=new')
})

test('a failure shows the server’s error text and keeps all entered values', async () => {
  const { user } = show(refuse(commonErrors.diskFull))
  await fill(user)
  await submit(user)
  expect(await screen.findByText(commonErrors.diskFull.message)).toBeTruthy()
  expect(title().value).toBe('Optics')
  expect((screen.getByRole('combobox', { name: /^Category/ }) as HTMLSelectElement).value).toBe('physics')
  expect(screen.getByText('optics.pdf')).toBeTruthy()
})

test('reports at its field a file that the server does not accept as a PDF', async () => {
  const { user } = show(refuse(documentErrors.notPdf, { fields: { pdf: documentErrors.notPdf.message } }))
  await fill(user)
  await submit(user)
  expect(await screen.findByText('Please select a PDF file')).toBeTruthy()
  expect(picker().getAttribute('aria-invalid')).toBe('true')
})

test('a running upload shows its bytes, asks before the page is left, and can be cancelled without losing the form', async () => {
  const { user, address } = show(() => new Promise(() => undefined))
  await fill(user)
  await submit(user)
  expect(await screen.findByRole('progressbar', { name: /Uploading/ })).toBeTruthy()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Cancel upload' }))
  expect(await screen.findByText('Upload cancelled. Nothing was saved.')).toBeTruthy()
  expect(title().value).toBe('Optics')
  expect(address()).toBe('/upload')
})

test('without categories, the page says where to create one', async () => {
  renderPage(<UploadPage />, {
    as: 'admin',
    at: '/upload',
    replies: [reply(categoriesApi.tree, { items: [], uncategorizedCount: 0, total: 0 })],
  })
  expect((await screen.findByRole('link', { name: 'Add a category' })).getAttribute('href')).toBe('/categories')
})
