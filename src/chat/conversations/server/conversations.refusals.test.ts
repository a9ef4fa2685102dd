import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { attach } from '#chat/attachments/server/testing/attach.ts'
import type { Answer, Given, SignedInPerson } from '#server/testing/given.ts'
import { given } from '#server/testing/given.ts'
import { groupOf, privateOf, said, say } from './testing/chat.ts'

/* Each reason to reject a message, in each call that writes: all of them must return the same status, code and sentence. */

type Situation = { app: Given; asha: SignedInPerson; other: SignedInPerson; admin: SignedInPerson; id: string }
type Kind = 'private with a student' | 'private with a manager' | 'group'
const calls = ['send', 'file', 'edit', 'react'] as const
type CallName = (typeof calls)[number]

/** Prepares Asha with another person in a conversation where she has written one message. */
const givenWritten = async (kind: Kind) => {
  const app = await given()
  const [asha, admin] = [await app.as('student', { name: 'Asha' }), await app.as('admin')]
  const other = await app.as(kind === 'private with a manager' ? 'manager' : 'student', { name: 'Binod' })
  const id = kind === 'group' ? await groupOf(app, [asha, other]) : await privateOf(asha, other)
  const { _id } = await said(asha, id, 'Before')
  const call: Record<CallName, () => Promise<Answer>> = {
    send: () => say(asha, id, 'Now'),
    file: () => attach(asha, id, Buffer.from('Now')),
    edit: () => asha.put(`/chat/messages/${_id}`, { content: 'Now' }),
    react: () => asha.post(`/chat/messages/${_id}/reactions`, { emoji: '👍' }),
  }
  return { app, asha, other, admin, id, call }
}

const studentsMayWrite =
  (whom: string) =>
  async ({ app }: Situation): Promise<void> => {
    const none = { systemName: null, logoSha256: null, logoName: null, showLogo: 0 as const, logoSize: 40, activeTheme: null }
    const chat = JSON.stringify({ studentsMayWrite: whom })
    await app.db
      .insertInto('customization')
      .values({ id: 'only', ...none, landing: null, hall: null, documents: null, chat })
      .execute()
    app.othersWrite(['customization'])
  }

const becomeAnnouncement = ({ app, id }: Situation) =>
  app.db.updateTable('conversations').set({ postPolicy: 'admins' }).where('id', '=', id).execute()
const encrypt = ({ app, id }: Situation) =>
  app.db.updateTable('conversations').set({ encryptedAt: '2026-11-22T05:30:00.000Z' }).where('id', '=', id).execute()
const stop = ({ admin, asha }: Situation) => admin.put(`/chat/admin/people/${asha._id}/stop`, { until: '2099-01-01' })

const stopped = 'An administrator has stopped you from writing until the end of 1 Jan 2099.'
const mustEncrypt = 'This chat is end-to-end encrypted, so nothing can be sent here without encryption.'

const told = ({ status, body }: Answer) => [status, body.code, body.message]
const answersOf = async (call: Record<CallName, () => Promise<Answer>>) => {
  const answers: Record<string, unknown> = {}
  for (const name of calls) {
    const answer = await call[name]()
    answers[name] = answer.status < 300 ? 'done' : told(answer)
  }
  return answers
}

const every = (...refusal: unknown[]) => ({ send: refusal, file: refusal, edit: refusal, react: refusal })

describe('is rejected in each call', () => {
  test.each<[string, Kind, (situation: Situation) => Promise<unknown>, object]>([
    [
      'a student where admins alone post; reactions stay open',
      'group',
      becomeAnnouncement,
      { ...every(403, 'chat.announcement_only', 'Only admins can post in Physics.'), react: 'done' },
    ],
    ['a person who was stopped, in a group', 'group', stop, every(403, 'chat.stopped', stopped)],
    ['a person who was stopped, in private', 'private with a manager', stop, every(403, 'chat.stopped', stopped)],
    [
      'a person who has blocked the other one',
      'private with a manager',
      ({ asha, other }) => asha.put(`/chat/blocks/${other._id}`),
      every(403, 'chat.you_blocked', 'You have blocked this person. Unblock them to write.'),
    ],
    [
      'a person whom the other one has blocked',
      'private with a manager',
      ({ asha, other }) => other.put(`/chat/blocks/${asha._id}`),
      every(403, 'chat.blocked', 'You cannot write to this person.'),
    ],
    [
      'a person whose partner was deleted',
      'private with a student',
      async ({ app, other }) => (await app.as('superadmin')).del(`/user/${other._id}`),
      every(403, 'chat.person_gone', 'This account was deleted.'),
    ],
    [
      'a student who writes to a student where they may write to staff alone',
      'private with a student',
      studentsMayWrite('staff'),
      every(403, 'chat.not_to_students', 'Students can write in private to staff only.'),
    ],
    [
      'a student who writes to staff who have not written, where students begin nothing',
      'private with a manager',
      studentsMayWrite('nobody'),
      every(403, 'chat.not_to_anyone', 'Students cannot start private conversations here.'),
    ],
    [
      'a person who is no longer in the group',
      'group',
      ({ app, asha }) => app.db.deleteFrom('conversationMembers').where('userId', '=', asha._id).execute(),
      every(404, 'not_found', 'Not found.'),
    ],
    [
      'a person in a group that was deleted',
      'group',
      ({ app, id }) => app.db.updateTable('conversations').set({ deletedAt: '2026-11-22T05:30:00.000Z' }).where('id', '=', id).execute(),
      every(404, 'not_found', 'Not found.'),
    ],
    [
      'plain text where the conversation is encrypted; reactions stay open',
      'group',
      encrypt,
      { ...every(422, 'chat.plaintext_refused', mustEncrypt), react: 'done' },
    ],
    [
      'of two reasons the encryption first, and in an edit the person first',
      'group',
      async (situation) => [await encrypt(situation), await stop(situation)],
      {
        ...every(403, 'chat.stopped', stopped),
        send: [422, 'chat.plaintext_refused', mustEncrypt],
        file: [422, 'chat.plaintext_refused', mustEncrypt],
      },
    ],
  ])('%s', async (_, kind, arrange, expected) => {
    const { call, ...situation } = await givenWritten(kind)
    await arrange(situation)
    situation.app.othersWrite(['chat', 'conversations'])
    expect(await answersOf(call)).toEqual(expected)
  })
})

// Runs between the first check and the lock, using SQL that only SQLite accepts unchanged.
describe.runIf((process.env.TEST_DATABASE || 'sqlite') === 'sqlite')('what happens while a call waits for its turn holds', () => {
  const meanwhile = (statement: (situation: Situation) => string) => async (situation: Situation) => {
    await sql`create trigger meanwhile after update on conversations begin ${sql.raw(statement(situation))}; end`.execute(situation.app.db)
  }
  test.each<[string, Kind, (situation: Situation) => string, object]>([
    [
      'a removal',
      'group',
      ({ asha }) => `delete from conversation_members where user_id = '${asha._id}'`,
      every(404, 'not_found', 'Not found.'),
    ],
    [
      'a stop',
      'group',
      ({ asha, other }) =>
        `insert into writing_stops (user_id, until, reason, stopped_by, stopped_at) values ('${asha._id}', '2099-01-01T18:29:59.999Z', '', '${other._id}', '2026-11-22')`,
      every(403, 'chat.stopped', stopped),
    ],
    [
      'a block',
      'private with a manager',
      ({ asha, other }) => `insert into blocks (blocker_id, blocked_id, created_at) values ('${other._id}', '${asha._id}', '2026-11-22')`,
      every(403, 'chat.blocked', 'You cannot write to this person.'),
    ],
    [
      'a new name that makes the group one for announcements; reactions stay open',
      'group',
      ({ id }) => `update conversations set post_policy = 'admins' where id = '${id}'`,
      { ...every(403, 'chat.announcement_only', 'Only admins can post in Physics.'), react: 'done' },
    ],
    [
      'encryption; reactions stay open',
      'group',
      ({ id }) => `update conversations set encrypted_at = '2026-11-22' where id = '${id}'`,
      { ...every(422, 'chat.plaintext_refused', mustEncrypt), react: 'done' },
    ],
  ])('%s', async (_, kind, statement, expected) => {
    const { call, ...situation } = await givenWritten(kind)
    await meanwhile(statement)(situation)
    expect(await answersOf(call)).toEqual(expected)
    await sql`drop trigger meanwhile`.execute(situation.app.db)
    const { items } = (await situation.other.get(`/chat/conversations/${situation.id}/messages`)).body
    expect(items.map(({ content }: { content: string }) => content)).toEqual(['Before'])
  })
})
