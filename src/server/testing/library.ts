import type { Category } from '#library/categories/categories.contract.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { pdf } from './pdf.ts'

type Answer = { status: number; body: unknown }
type Person = { post: (path: string, body?: unknown) => Promise<Answer> }

type Upload = { title?: string; category?: string; clientId?: string; file?: Buffer; fileName?: string; fileType?: string }

/** The form of an upload, as the page sends it: the fields, then the file. Missing values are not sent. */
export const uploadForm = ({ title, category, clientId, file, fileName = 'book.pdf', fileType = 'application/pdf' }: Upload): FormData => {
  const form = new FormData()
  if (title !== undefined) form.append('title', title)
  if (category !== undefined) form.append('category', category)
  if (clientId !== undefined) form.append('clientId', clientId)
  if (file) form.append('pdf', new File([new Uint8Array(file)], fileName, { type: fileType }))
  return form
}

const created = <T>({ status, body }: Answer): T => {
  if (status !== 201) throw new Error(`Expected 201, not ${status}: ${JSON.stringify(body)}`)
  return body as T
}

/** A category that `admin` creates. */
export const givenCategory = async (admin: Person, name: string, parentCategory?: string): Promise<Category> =>
  created(await admin.post('/category', { name, parentCategory }))

/** A document that `admin` uploads; its content differs from every other title's. */
export const givenDocument = async (admin: Person, title: string, category: string): Promise<Document> =>
  created(await admin.post('/document', uploadForm({ title, category, file: pdf({ title }), fileName: `${title}.pdf` })))
