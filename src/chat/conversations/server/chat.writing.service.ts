import { type Actor, isStudent } from '#contract/actor.ts'
import { wallClockIn } from '#contract/day.ts'
import { AppError, type ErrorKind } from '#contract/errors.ts'
import { formatsFor } from '#contract/format.ts'
import type { ConversationsTable, Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import { chatSettings } from '#system/settings/server/customization.service.ts'
import { chatPolicy, type Other, type Writing } from '../chat.policy.ts'
import * as held from './chat.blocks.db.ts'
import { hasWritten } from './chat.messages.db.ts'
import * as people from './chat.people.db.ts'
import { otherOf } from './chat.rooms.ts'

type Judged = Pick<ConversationsTable, 'id' | 'name' | 'pairKey' | 'postPolicy'>
type Asking = Pick<Platform, 'db' | 'config'> & { me: Actor; now: Date }

/** `25 Nov 2026, 17:30`, or the day alone where that ends with it. */
const readable = (timeZone: string, until: string): string => {
  const [day = '', time = ''] = wallClockIn(timeZone, new Date(until)).split(' ')
  const shown = formatsFor('en-IN').day(day)
  return time === '23:59:59' ? `the end of ${shown}` : `${shown}, ${time.slice(0, 5)}`
}

/** What decides whether someone may write in these conversations, all that they are in. */
export const writingIn = async ({ db, config, me, now }: Asking, conversations: readonly Judged[]): Promise<Map<string, Writing>> => {
  const until = await held.stoppedUntil(db, me._id, now.toISOString())
  const stoppedUntil = until === undefined ? null : readable(config.timeZone, until)
  const others = conversations.flatMap((one) => otherOf(one, me) ?? [])
  const persons = new Map((await people.byIds(db, others)).map((person) => [person.id, person]))
  const blocks = await held.blocksBetween(db, me._id, others)
  const studentsMayWrite = isStudent(me) && others.length > 0 ? (await chatSettings(db)).studentsMayWrite : 'everyone'
  const otherIn = async (conversation: Judged): Promise<Other | null> => {
    const person = persons.get(otherOf(conversation, me) ?? '')
    return person
      ? {
          role: person.role,
          isGone: person.deletedAt !== null,
          blocksMe: blocks.some(({ blockerId }) => blockerId === person.id),
          isBlocked: blocks.some(({ blockedId }) => blockedId === person.id),
          hasWritten: studentsMayWrite === 'nobody' && (await hasWritten(db, conversation.id, person.id)),
        }
      : null
  }
  const found = new Map<string, Writing>()
  for (const one of conversations)
    found.set(one.id, { me, groupName: one.name, postPolicy: one.postPolicy, stoppedUntil, other: await otherIn(one), studentsMayWrite })
  return found
}

const judge = async (ctx: Asking, conversation: Judged, why: (writing: Writing) => ErrorKind | undefined): Promise<void> => {
  const writing = (await writingIn(ctx, [conversation])).get(conversation.id)
  const kind = writing && why(writing)
  if (kind) throw new AppError(kind)
}

/** Throws the reason why someone may write nothing in a conversation that they are in. */
export const mustWrite = (ctx: Asking, conversation: Judged): Promise<void> => judge(ctx, conversation, chatPolicy.whyNotWrite)

/** The same for reactions, which are open where only admins write. */
export const mustTakePart = (ctx: Asking, conversation: Judged): Promise<void> => judge(ctx, conversation, chatPolicy.whyNotTakePart)

/** Judges once more behind the lock of the conversation's row: a stop or a block may have come while this waited for it. */
const judgeAgain = async (tx: Db, ctx: Asking, conversation: Judged, judge: typeof mustWrite): Promise<void> => {
  if (await held.isHeldBack(tx, ctx.me._id, otherOf(conversation, ctx.me), ctx.now.toISOString()))
    await judge({ ...ctx, db: tx }, conversation)
}

export const mustStillTakePart = (tx: Db, ctx: Asking, conversation: Judged): Promise<void> =>
  judgeAgain(tx, ctx, conversation, mustTakePart)

/** The group may also have become an announcement group. */
export const mustStillWrite = (tx: Db, ctx: Asking, conversation: Judged): Promise<void> =>
  conversation.postPolicy === 'admins' ? mustWrite({ ...ctx, db: tx }, conversation) : judgeAgain(tx, ctx, conversation, mustWrite)
