import { Readable } from 'node:stream'
import type { EncryptedRevision } from '#chat/conversations/conversations.encryption.contract.ts'
import { authorize } from '#chat/conversations/server/conversations.authorize.service.ts'
import { listMembers } from '#chat/conversations/server/conversations.people.service.ts'
import * as review from '#chat/conversations/server/conversations.review.service.ts'
import { dayIn } from '#contract/day.ts'
import { cleanFileName } from '#contract/fileName.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { StreamAnswer } from '#server/http/fileAnswer.ts'
import type { moderationApi } from '../moderation.contract.ts'
import type { MonitoredMessage, Report } from '../moderation.shapes.contract.ts'
import { writeReading } from './moderation.reading.service.ts'
import { withMarks } from './moderation.show.service.ts'

const person = ({ _id, name, role }: MonitoredMessage['sender']) => ({ _id, name, role })

/** Omits the file's key, since an export can be copied anywhere. */
const exportedReport = ({ disclosed, ...report }: Report) => {
  const { file, ...revealed } = disclosed ?? { file: null }
  return { ...report, disclosed: disclosed && { ...revealed, file: file && { name: file.name, type: file.type, size: file.size } } }
}

/**
 * Omits fields that only screens need, and the content of files. An encrypted message includes everything needed to decrypt it
 * except the keys.
 */
const exported = (
  { sender, attachment, clientId, change: _, encryption, reports, ...message }: MonitoredMessage,
  revisions: EncryptedRevision[],
) => ({
  ...message,
  ...(encryption !== undefined && { clientId, revisions }),
  reports: reports.map(exportedReport),
  sender: person(sender),
  attachment: attachment && { originalName: attachment.originalName, mediaType: attachment.mediaType, size: attachment.size },
})

const MEMBERS_AT_ONCE = 1_000
const MESSAGES_AT_ONCE = 100

/** Returns the items of a list as JSON, without its brackets. */
const joined = (items: readonly unknown[], isFirst: boolean): string =>
  items.map((item, at) => `${isFirst && at === 0 ? '' : ','}\n${JSON.stringify(item)}`).join('')

async function* membersOf(ctx: Ctx, conversation: ConversationsTable): AsyncGenerator<string> {
  let cursor: string | undefined
  do {
    const page = await listMembers(ctx, conversation, { limit: MEMBERS_AT_ONCE, cursor })
    yield joined(
      page.items.map(({ user }) => person(user)),
      cursor === undefined,
    )
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function* messagesOf(ctx: Ctx, { id, firstSeq, lastSeq }: ConversationsTable): AsyncGenerator<string> {
  for (let from = firstSeq; from <= lastSeq; from += MESSAGES_AT_ONCE) {
    const to = Math.min(from + MESSAGES_AT_ONCE - 1, lastSeq)
    const some = await withMarks(ctx, await review.reviewStretch(ctx, id, { from, to }))
    const encrypted = some.flatMap(({ _id, encryption }) => (encryption ? [_id] : []))
    const revisions = await review.encryptedRevisions(ctx, encrypted)
    const items = some.map((message) => exported(message, revisions.get(message._id) ?? []))
    yield joined(items, from === firstSeq)
  }
}

/** Exports range by range, so that memory use does not depend on the size of the conversation. */
async function* textOf(ctx: Ctx, conversation: ConversationsTable, name: string): AsyncGenerator<string> {
  const { id, type, description, createdAt, encryptedAt, firstSeq, lastSeq } = conversation
  const head = {
    exportedAt: ctx.now.toISOString(),
    exportedBy: { _id: ctx.me._id, name: ctx.me.name },
    conversation: { _id: id, type, name, description, createdAt, isEncrypted: encryptedAt !== null },
    messageCount: lastSeq - firstSeq + 1,
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "members": [`
  yield* membersOf(ctx, conversation)
  yield '\n],\n  "messages": ['
  yield* messagesOf(ctx, conversation)
  yield '\n]}\n'
}

export const download = async (ctx: Ctx, { params: { id } }: Input<typeof moderationApi.download>): Promise<StreamAnswer> => {
  const conversation = await authorize(ctx.db, ctx, id, 'moderate')
  const name = (await review.titlesOf(ctx, [id])).get(id)?.name ?? ''
  await writeReading(ctx, { action: 'moderation.export', id })
  return {
    content: Readable.from(textOf(ctx, conversation, name)),
    mediaType: 'application/json',
    fileName: cleanFileName(`Chat ${name.replaceAll(/[/\\]/g, '-')} ${dayIn(ctx.config.timeZone, ctx.now)}.json`),
  }
}
