import { expect, test } from 'vitest'
import type { Ctx } from '#server/feature/platform.ts'
import { given } from '#server/testing/given.ts'
import { authorize } from './conversations.authorize.service.ts'
import type { CheckedContent, Locked } from './conversations.authorized.ts'
import { checkContent } from './conversations.ciphertexts.service.ts'
import * as conversations from './conversations.db.ts'
import * as messages from './conversations.messages.db.ts'
import * as reactions from './conversations.reactions.db.ts'
import * as reads from './conversations.reads.db.ts'
import { givenPair, said } from './testing/chat.ts'

type Message = Parameters<typeof messages.insert>[3]
const content = { content: 'Hello', hasFile: false, encryption: undefined }

/** Never called: each marked line must fail to compile. */
const forgetChecks = async (ctx: Ctx, message: Message, reaction: Parameters<typeof reactions.insert>[2]): Promise<void> => {
  const found = await conversations.byId(ctx.db, 'general')
  if (!found) return
  const [readable, before] = [await authorize(ctx.db, ctx, 'general', 'read'), await authorize(ctx.db, ctx, 'general', 'write')]
  // @ts-expect-error: membership was not checked.
  await reads.markRead(ctx.db, found, ctx.me._id, 1)
  await ctx.transact(async (tx) => {
    const open = await authorize(tx, ctx, await authorize(ctx.db, ctx, 'general', 'react'), 'react')
    const writable = await authorize(tx, ctx, before, 'write')
    const checked = checkContent(writable, content, ctx.now)
    await messages.insert(tx, writable, checked, message)
    await reactions.insert(tx, open, reaction)
    // @ts-expect-error: only checked before the transaction.
    await messages.insert(tx, before, checked, message)
    // @ts-expect-error: the content was only checked before the transaction.
    await messages.insert(tx, writable, checkContent(before, content, ctx.now), message)
    // @ts-expect-error: the content was not checked.
    await messages.insert(tx, writable, content, message)
    // @ts-expect-error: more people may react than write.
    await messages.insert(tx, open, checked, message)
    // @ts-expect-error: a member may be able to read but not write.
    const mine: Locked<'write'> = await authorize(tx, ctx, readable, 'write')
    // @ts-expect-error: the rules for writing are checked in full before the transaction.
    const unjudged: Locked<'write'> = await authorize(tx, ctx, 'general', 'write')
    // @ts-expect-error: nothing is locked outside of a transaction.
    const loose: Locked<'read'> = await authorize(ctx.db, ctx, 'general', 'read')
    const both: CheckedContent<Locked<'write'>>[] = [checked]
    void [mine, unjudged, loose, both]
  })
}

test('a forgotten check does not compile', () => {
  expect(forgetChecks).toBeTypeOf('function')
})

test('only administrators can moderate, regardless of membership', async () => {
  const { app, asha, binod, id } = await givenPair(await given())
  await said(asha, id, 'Hello')
  const ctx = { config: app.platform.config, now: new Date() }
  for (const [person, role] of [
    [asha, 'student'],
    [binod, 'manager'],
  ] as const) {
    const me = { _id: person._id, name: 'A member', role }
    await expect(authorize(app.db, { ...ctx, me }, id, 'moderate')).rejects.toMatchObject({ kind: { code: 'not_allowed' } })
  }
  const me = { _id: 'admin', name: 'Admin', role: 'admin' } as const
  expect(await authorize(app.db, { ...ctx, me }, id, 'moderate')).toMatchObject({ id })
  await expect(authorize(app.db, { ...ctx, me }, id, 'read')).rejects.toMatchObject({ kind: { code: 'not_found' } })
})
