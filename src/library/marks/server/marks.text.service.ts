import { Readable } from 'node:stream'
import { cleanFileName } from '#contract/fileName.ts'
import { serverWordsEn } from '#contract/serverWords.en.ts'
import { findOrThrow } from '#library/documents/server/documents.service.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import { type marksApi, marksLimits } from '../marks.contract.ts'
import { headingOf, markdownOf } from '../marks.markdown.policy.ts'
import * as rows from './marks.db.ts'

const words = serverWordsEn.marks

type Row = Awaited<ReturnType<typeof rows.inOrder>>[number]

async function* allRows({ db, me }: Ctx, documentId?: string): AsyncGenerator<Row> {
  let after: rows.LastRead | undefined
  for (;;) {
    const part = await rows.inOrder(db, me._id, documentId, after, marksLimits.reply)
    yield* part
    const last = part.at(-1)
    if (!last || part.length < marksLimits.reply) return
    after = { documentId: last.documentId, page: last.page ?? 0, start: last.startPosition ?? -1, id: last.id }
  }
}

/** Writes a heading for each document and page, and each mark below the heading of its page. */
async function* written(read: AsyncIterable<Row>): AsyncGenerator<string> {
  let [documentId, page]: [string, number | null] = ['', null]
  for await (const row of read) {
    if (row.documentId !== documentId) {
      yield `${documentId && '\n'}${headingOf(1, row.title)}`
      ;[documentId, page] = [row.documentId, null]
    }
    if (row.page !== page) yield `\n${headingOf(2, words.page(row.page ?? 0))}`
    page = row.page
    yield row.kind === 'bookmark' ? `\n${words.bookmark}\n` : markdownOf(row)
  }
  if (documentId === '') yield `${words.none}\n`
}

const answer = (name: string, read: AsyncIterable<Row>): StreamAnswer => ({
  content: Readable.from(written(read)),
  mediaType: 'text/markdown',
  fileName: `${cleanFileName(name.replaceAll('/', ' ')).slice(0, 200).toWellFormed()}.md`,
})

export const text = async (ctx: Ctx, { params }: Input<typeof marksApi.text>): Promise<StreamAnswer> => {
  const { id, title } = await findOrThrow(ctx.db, params.id)
  return answer(words.nameOf(title), allRows(ctx, id))
}

export const allText = async (ctx: Ctx): Promise<StreamAnswer> => answer(words.name, allRows(ctx))
