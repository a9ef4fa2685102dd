import { type Actor, isStudent } from '#contract/actor.ts'
import { wallClockIn } from '#contract/day.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Platform } from '#server/feature/platform.ts'
import { chatSettings } from '#system/customization/server/customization.service.ts'
import type { Other, Writing } from '../conversations.writing.policy.ts'
import * as stops from './conversations.blocks.db.ts'
import { hasWritten } from './conversations.messages.db.ts'
import * as people from './conversations.people.db.ts'
import { otherOf } from './conversations.rooms.ts'

export type Judged = Pick<ConversationsTable, 'id' | 'name' | 'pairKey' | 'postPolicy'>
type Judging = Pick<Platform, 'db' | 'config'> & { me: Actor; now: Date }

/** Converts the end of a ban to the parameter of `chatErrors.stopped`. */
const untilIn = (timeZone: string, until: string): string => {
  const [day = '', time = ''] = wallClockIn(timeZone, new Date(until)).split(' ')
  return time === '23:59:59' ? day : `${day} ${time.slice(0, 5)}`
}

/** Loads the facts that decide whether a person may write in these conversations, of which they are a member. */
export const writingIn = async ({ db, config, me, now }: Judging, conversations: readonly Judged[]): Promise<Map<string, Writing>> => {
  const until = await stops.stoppedUntil(db, me._id, now.toISOString())
  const stoppedUntil = until === undefined ? null : untilIn(config.timeZone, until)
  const others = conversations.flatMap((one) => otherOf(one, me) ?? [])
  const persons = new Map((await people.byIds(db, others)).map((person) => [person.id, person]))
  const blocks = await stops.blocksBetween(db, me._id, others)
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
