import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import { MB } from '#contract/limits.ts'
import { given } from '#server/testing/given.ts'
import { attach } from './testing/attach.ts'

test('accepts a file of exactly 25 MB, and keeps nothing of a larger one', { timeout: 60_000 }, async () => {
  const app = await given()
  const asha = await app.as('student')
  expect(chatLimits.attachmentBytes).toBe(25 * MB)
  const bytes = Buffer.alloc(chatLimits.attachmentBytes, 7)
  const accepted = await attach(asha, 'general', bytes)
  expect([accepted.status, accepted.body.attachment.size]).toEqual([201, bytes.length])
  expect((await asha.get(accepted.body.attachment.url)).bytes.equals(bytes)).toBe(true)
  const { status, body } = await attach(asha, 'general', Buffer.alloc(chatLimits.attachmentBytes + 1, 8))
  expect([status, body.message]).toEqual([413, 'This file is larger than 25 MB'])
  const { items } = (await asha.get('/chat/conversations/general/messages')).body
  expect(items).toHaveLength(1)
  expect(await readdir(join(app.dataDir, 'files/incoming'))).toEqual([])
  expect(await app.db.selectFrom('files').select('size').execute()).toHaveLength(1)
})

test('limits the characters of a caption, regardless of their size in bytes', async () => {
  const app = await given()
  const asha = await app.as('student')
  const send = async (length: number) => {
    const { status, body } = await attach(asha, 'general', Buffer.from('Hello'), 'a.txt', { content: '🔑'.repeat(length) })
    return [status, status === 201 ? [...body.content].length : body.fields]
  }
  for (const length of [chatLimits.caption - 1, chatLimits.caption]) expect(await send(length)).toEqual([201, length])
  expect(await send(chatLimits.caption + 1)).toEqual([400, { content: `Please use at most ${chatLimits.caption} characters` }])
})

test('limits mentions in a caption as in a message', async () => {
  const app = await given()
  const asha = await app.as('student')
  const send = (mentions: string[]) => attach(asha, 'general', Buffer.from('Hello'), 'a.txt', { mentions: JSON.stringify(mentions) })
  expect((await send([asha._id])).body.mentions).toEqual([{ _id: asha._id, name: asha.me.name }])
  const { status, body } = await send(Array.from({ length: chatLimits.mentions + 1 }, (_, at) => `person-${at}`))
  expect([status, body.fields]).toEqual([400, { mentions: `Please mention at most ${chatLimits.mentions} people` }])
})
