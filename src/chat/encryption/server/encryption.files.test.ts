import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import type { Message } from '#chat/conversations/conversations.shapes.contract.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { idOf } from '../../attachments/server/testing/attach.ts'
import { givenPair } from '../../conversations/server/testing/chat.ts'
import { withEncryption } from './testing/allowed.ts'
import { type Browser, openBrowser } from './testing/clients.ts'

/* Files as browsers send and decrypt them: the real code of the outbox and of encryption, over real uploads and downloads. */

type Entry = { clientId: string; conversation: string; content: string; file: { blob: Blob; name: string; mediaType: string } | null }
type Parts = { params: { id: string }; body: Record<string, unknown>; file?: File }
type Sending = {
  makeOutgoingEncryption: (encryption: object) => object
  sendEntry: (line: object, entry: object, tried: object) => Promise<Message>
}
const outbox = new URL('../../conversations/web/client/outbox/', import.meta.url)
const { makeOutgoingEncryption } = (await import(new URL('outgoingEncryption.ts', outbox).href)) as Sending
const { sendEntry } = (await import(new URL('sending.ts', outbox).href)) as Sending

type Uploaded = { form: FormData; bytes: Buffer }

/** Uploads like a browser; `seen` is the data sent over the network. */
const uploading =
  ({ post }: SignedInPerson, seen: Uploaded[]) =>
  async (_: unknown, { params: { id }, body, file }: Parts): Promise<Message> => {
    if (!file) throw new Error('Nothing to upload')
    const form = new FormData()
    for (const [name, value] of Object.entries(body))
      if (value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    form.append('file', file)
    seen.push({ form, bytes: Buffer.from(await file.arrayBuffer()) })
    const { status, body: message } = await post(`/chat/conversations/${id}/attachments`, form)
    expect(status).toBe(201)
    return message
  }

const givenChat = async () => {
  const pair = await givenPair(await withEncryption(await given()))
  const [phone, desk] = [await openBrowser(pair.asha), await openBrowser(pair.binod)]
  await phone.client.enable(pair.id)
  const seen: Uploaded[] = []
  const line = { call: uploading(pair.asha, seen), encryption: makeOutgoingEncryption(phone.client) }
  const send = (file: File, content = '', clientId: string = randomUUID()) => {
    const kept = { blob: file, name: file.name, mediaType: file.type }
    const entry: Entry & object = { clientId, conversation: pair.id, content, file: kept }
    const rest = { replyTo: null, mentions: [], createdAt: '', refused: null }
    return sendEntry(line, { ...entry, ...rest }, { silences: 0, signal: new AbortController().signal, onProgress: () => {} })
  }
  return { ...pair, phone, desk, seen, send }
}

const latest = async ({ read }: Browser, id: string): Promise<Message> => {
  const message = (await read(id)).at(-1)
  if (!message) throw new Error('There is no message')
  return message
}

const addressOf = ({ attachment }: Message): string => attachment?.url ?? ''

/** Returns what a browser decrypts from the bytes returned by the server. */
const opened = async ({ client }: Browser, message: Message, bytes: Buffer): Promise<Buffer> => {
  const file = client.fileOf(addressOf(message))
  if (!file) throw new Error('This file is not known')
  return Buffer.from(await file.decrypt(new Uint8Array(bytes).buffer))
}

test('sends a file without its name; its reader gets name, type, caption and bytes', async () => {
  const { id, binod, desk, send, seen } = await givenChat()
  const bytes = randomBytes(100_000)
  await send(new File([bytes], 'Gehalt März.pdf', { type: 'application/pdf' }), 'See page 2')
  const message = await latest(desk, id)
  expect(message).toMatchObject({ type: 'file', content: 'See page 2' })
  expect(message.attachment).toMatchObject({ originalName: 'Gehalt März.pdf', mediaType: 'application/pdf', size: bytes.length })
  const stored = await binod.get(addressOf(message))
  expect(await opened(desk, message, stored.bytes)).toEqual(bytes)
  expect(stored.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining('encrypted'),
  })
  expect(seen.map(({ form }) => [(form.get('file') as File).name, form.get('content')])).toEqual([['encrypted', null]])
  const wire = Buffer.concat(seen.flatMap(({ form, bytes: sent }) => [sent, Buffer.from([...form.values()].map(String).join())]))
  for (const said of [bytes.subarray(500, 520), 'Gehalt', 'application/pdf', 'page 2']) expect(wire.includes(said)).toBe(false)
})

test('does not decrypt bytes other than those uploaded, regardless of the response', async () => {
  const { id, binod, desk, send } = await givenChat()
  const other = await send(new File(['Another file of hers'], 'other.txt', { type: 'text/plain' }))
  await send(new File(['I owe you nothing at all'], 'note.txt', { type: 'text/plain' }))
  const message = await latest(desk, id)
  const good = (await binod.get(addressOf(message))).bytes
  expect(String(await opened(desk, message, good))).toBe('I owe you nothing at all')
  const turned = Buffer.from(good)
  turned[3] = (turned[3] ?? 0) ^ 1
  const swapped = (await binod.get(`/chat/attachments/${idOf(other as { attachment: { url: string } })}`)).bytes
  for (const bytes of [
    turned,
    swapped,
    good.subarray(0, -1),
    Buffer.concat([good, Buffer.of(0)]),
    Buffer.alloc(0),
    randomBytes(good.length),
  ])
    await expect(opened(desk, message, bytes)).rejects.toThrow('Encryption: damaged')
})

test('does not show a misleading name', async () => {
  const { id, desk, send } = await givenChat()
  await send(new File(['x'], '../photo\u202Egnp.exe'))
  expect((await latest(desk, id)).attachment).toMatchObject({ originalName: 'photognp.exe', mediaType: 'application/octet-stream' })
})

test('encrypts a resent file again, and stores it once', async () => {
  const { id, desk, send, seen } = await givenChat()
  const clientId = randomUUID()
  const file = new File(['Once'], 'once.txt')
  const [first, again] = [await send(file, '', clientId), await send(file, '', clientId)]
  expect(again._id).toBe(first._id)
  expect(seen[0]?.bytes.equals(seen[1]?.bytes ?? Buffer.alloc(0))).toBe(false)
  const message = await latest(desk, id)
  expect(String(await opened(desk, message, (await desk.get(addressOf(message))).bytes))).toBe('Once')
})

test('delivers a file of the maximum size', async () => {
  const { id, desk, send } = await givenChat()
  const bytes = randomBytes(chatLimits.attachmentBytes - 16)
  await send(new File([bytes], 'film.mp4', { type: 'video/mp4' }))
  const message = await latest(desk, id)
  expect((await opened(desk, message, (await desk.get(addressOf(message))).bytes)).equals(bytes)).toBe(true)
})
