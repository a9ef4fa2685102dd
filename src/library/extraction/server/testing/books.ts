import { transact } from '#server/db/transact.ts'
import type { Given } from '#server/testing/given.ts'
import { givenCategory, uploadForm } from '#server/testing/library.ts'
import { pdf } from '#server/testing/pdf.ts'
import { addTexts, insert } from '../extraction.db.ts'

/** Creates a category with helpers that upload documents to it, or insert books with the given pages as extracted text. */
export const givenBooks = async (app: Given) => {
  const admin = await app.as('admin')
  const student = await app.as('student')
  const { _id: category } = await givenCategory(admin, 'Physics')
  const upload = async (title: string, file = pdf({ title }), into = category): Promise<string> =>
    (await admin.post('/document', uploadForm({ title, category: into, file }))).body._id
  const book = async (title: string, pages: readonly string[], into = category): Promise<string> => {
    const id = await upload(title, undefined, into)
    const { fileSha256: sha256 } = await app.db.selectFrom('documents').select('fileSha256').where('id', '=', id).executeTakeFirstOrThrow()
    const texts = pages.map((text, at) => ({ page: at + 1, text }))
    for (let from = 0; from < texts.length; from += 1_000)
      await transact(app.db, (tx) => addTexts(tx, sha256, texts.slice(from, from + 1_000)))
    await transact(app.db, (tx) => insert(tx, { sha256, outcome: 'done', pages: pages.length, coverSha256: null, at: 'then' }))
    return id
  }
  return { app, admin, student, category, upload, book }
}
