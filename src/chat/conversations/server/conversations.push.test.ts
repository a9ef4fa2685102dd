import { expect, test } from 'vitest'
import { allowEncryption } from '#chat/encryption/server/testing/allowed.ts'
import { envelope, givenDevice, keyFor, sayEncrypted } from '#chat/encryption/server/testing/devices.ts'
import { givenPushing, untilReceived } from '#server/testing/givenPush.ts'
import { givenPair, groupOf, said, say } from './testing/chat.ts'

const givenPhones = async () => {
  const { app, service } = await givenPushing()
  const pair = await givenPair(app)
  return { ...pair, service, phone: await service.subscribe(pair.asha), desk: await service.subscribe(pair.binod) }
}

const wants = {
  ...{ messages: true, notices: true, dues: true, receipts: true, accountEnds: true, showsText: true },
  quiet: null,
}

test('a message notifies the other person with the sender and the text, and not the sender', async () => {
  const { asha, id, phone, desk } = await givenPhones()
  await said(asha, id, 'Is seat 4 free?')
  expect(await untilReceived(desk, 1)).toEqual([
    { kind: 'messages', sender: 'Asha', text: 'Is seat 4 free?', tag: `chat-${id}`, path: `/chat?c=${id}` },
  ])
  expect(desk.requests()[0]?.headers.urgency).toBe('high')
  expect(phone.requests()).toEqual([])
})

test('a message that is sent again notifies once', async () => {
  const { asha, id, desk } = await givenPhones()
  const clientId = crypto.randomUUID()
  for (let times = 0; times < 3; times++) await say(asha, id, 'once', { clientId })
  await said(asha, id, 'then')
  expect(await untilReceived(desk, 2)).toMatchObject([{ text: 'once' }, { text: 'then' }])
})

test('a message of a group names the group, and reaches members only', async () => {
  const { app, service, asha, binod, desk } = await givenPhones()
  const other = await service.subscribe(await app.as('student'))
  const id = await groupOf(app, [asha, binod], 'Physics')
  await said(asha, id, 'Hello')
  expect(await untilReceived(desk, 1)).toMatchObject([{ sender: 'Asha', group: 'Physics', text: 'Hello' }])
  await said(asha, 'general', 'Hello all')
  expect(await untilReceived(other, 1)).toMatchObject([{ text: 'Hello all' }])
})

test('a muted conversation, and one of which a person wants only mentions, does not notify', async () => {
  const { app, asha, binod, desk } = await givenPhones()
  const id = await groupOf(app, [asha, binod])
  const settings = (change: object) => binod.put(`/chat/conversations/${id}/settings`, change)
  await settings({ mutedUntil: '2026-11-27' })
  await said(asha, id, 'muted')
  await settings({ mutedUntil: null, notify: 'none' })
  await said(asha, id, 'none')
  await settings({ notify: 'mentions' })
  await said(asha, id, 'not for you')
  await said(asha, id, '@Binod', { mentions: [binod._id] })
  await settings({ notify: 'all', mutedUntil: '2026-11-25' })
  await said(asha, id, 'no longer muted')
  expect(await untilReceived(desk, 2)).toMatchObject([{ text: '@Binod' }, { text: 'no longer muted' }])
})

test('a message in a group does not notify a person whom the sender has blocked, or who has blocked the sender', async () => {
  const { app, service, asha, desk } = await givenPhones()
  const meera = await app.as('student')
  const other = await service.subscribe(meera)
  await meera.put(`/chat/blocks/${asha._id}`)
  const id = await groupOf(app, [asha, meera], 'Physics')
  await said(asha, id, 'to nobody')
  await said(asha, 'general', 'to the others')
  await untilReceived(desk, 1)
  expect(other.requests()).toEqual([])
})

test('a message of an encrypted conversation says only that it is new, and from whom', async () => {
  const { app, asha, binod, id, desk } = await givenPhones()
  await allowEncryption(app.db)
  const [phoneKey, deskKey] = [await givenDevice(asha), await givenDevice(binod)]
  expect((await asha.put(`/chat/conversations/${id}/encryption`, keyFor(1, phoneKey, [phoneKey, deskKey]))).status).toBeLessThan(300)
  const canary = 'canary-of-an-encrypted-message'
  const sealed = envelope(phoneKey, { ciphertext: Buffer.from(canary).toString('base64') })
  expect((await sayEncrypted(asha, id, sealed)).status).toBe(201)
  const from = { kind: 'messages', tag: `chat-${id}`, path: `/chat?c=${id}` }
  expect(await untilReceived(desk, 1)).toEqual([{ ...from, sender: 'Asha' }])
  await binod.put('/push/preferences', { ...wants, showsText: false })
  await sayEncrypted(asha, id, envelope(phoneKey))
  const all = await untilReceived(desk, 2)
  expect(all[1]).toEqual(from)
  for (const secret of [canary, sealed.ciphertext]) expect(JSON.stringify(all)).not.toContain(secret)
})

test('a message is sent even if the push service is away', async () => {
  const { app, asha, id } = await givenPhones()
  app.config.pushHosts = []
  app.othersWrite(['sessions'])
  expect((await say(asha, id, 'Hello')).status).toBe(201)
})
