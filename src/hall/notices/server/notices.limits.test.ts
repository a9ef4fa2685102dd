import { expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import { given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { noticeLimits } from '../notices.contract.ts'
import { hallOf, holiday, noon } from './testing/hall.ts'

const givenHall = async () => hallOf(await given())

const people = async (db: Db, count: number): Promise<string[]> => {
  const accounts = Array.from({ length: count }, () => newAccount('student'))
  for (let done = 0; done < count; done += 500)
    await db
      .insertInto('users')
      .values(accounts.slice(done, done + 500))
      .execute()
  return accounts.map(({ id }) => id)
}

const rowsOf = (count: number, createdBy: string) =>
  Array.from({ length: count }, () => ({
    ...holiday,
    id: newId(),
    targetAllUsers: 0 as const,
    priority: 0,
    publishAt: null,
    expiresAt: null,
    isActive: 1 as const,
    attachmentSha256: null,
    attachmentName: null,
    createdBy,
    createdAt: noon,
    updatedAt: noon,
  }))

test('limits the number of notices to a thousand, and the list contains them all', async () => {
  const { app, manager, write } = await givenHall()
  app.othersWrite(['notices'])
  await app.db
    .insertInto('notices')
    .values(rowsOf(noticeLimits.most - 1, manager._id))
    .execute()
  await write()
  const answer = await manager.post('/notice', holiday)
  expect([answer.status, answer.body.code]).toEqual([409, 'notices.too_many'])
  const { body } = await manager.get('/notice/admin')
  expect([body.items.length, body.nextCursor]).toEqual([noticeLimits.most, null])
})

test('a notice names at most a thousand people', async () => {
  const { app, manager } = await givenHall()
  const ids = await people(app.db, noticeLimits.targets + 1)
  const send = async (targetUsers: string[]) => {
    const { status, body } = await manager.post('/notice', { ...holiday, targetUsers })
    return [status, body.fields?.targetUsers ?? body.targetUsers.length]
  }
  expect(await send(ids.slice(1))).toEqual([201, noticeLimits.targets])
  expect(await send(ids)).toEqual([400, 'Please choose at most 1000 people, or everyone'])
})

test('limits the number of people that all notices together name', async () => {
  const { app, manager, write } = await givenHall()
  app.othersWrite(['notices'])
  const ids = await people(app.db, 1_000)
  const notices = rowsOf(noticeLimits.allTargets / 1_000, manager._id)
  await app.db.insertInto('notices').values(notices).execute()
  for (const { id: noticeId } of notices)
    await app.db
      .insertInto('noticeTargets')
      .values(ids.map((userId) => ({ noticeId, userId })))
      .execute()
  const answer = await manager.post('/notice', { ...holiday, targetUsers: ids.slice(0, 1) })
  expect([answer.status, answer.body.code]).toEqual([409, 'notices.too_many_targets'])
  await write({ targetAllUsers: true })
})

test('the list contains the first hundred readers of each notice and counts all', async () => {
  const { app, write, listed } = await givenHall()
  app.othersWrite(['notices'])
  const [{ _id }, { _id: other }] = [await write(), await write()]
  const ids = await people(app.db, noticeLimits.readersListed + 1)
  await app.db
    .insertInto('noticeReads')
    .values(ids.map((userId) => ({ noticeId: _id, userId, readAt: noon })))
    .execute()
  await app.db
    .insertInto('noticeReads')
    .values(ids.slice(1).map((userId) => ({ noticeId: other, userId, readAt: noon })))
    .execute()
  const first = await listed(_id)
  expect([first.readBy, first.readCount]).toEqual([ids.toSorted().slice(0, -1), ids.length])
  expect((await listed(other)).readBy).toHaveLength(noticeLimits.readersListed)
})

test('lists people by whether they have read a notice', async () => {
  const { manager, write } = await givenHall()
  const { status, body } = await manager.get(`/notice/${(await write())._id}/readers?state=both`)
  expect([status, body.fields]).toEqual([400, { state: 'Please choose read or unread' }])
})

test('reports a priority that is not a number like one that is out of range', async () => {
  const { manager } = await givenHall()
  for (const priority of [11, -1, 5.5, 1e308, -1e308]) {
    const { status, body } = await manager.post('/notice', { ...holiday, priority })
    expect([priority, status, body.fields]).toEqual([priority, 400, { priority: 'Priority must be from 0 to 10' }])
  }
})
