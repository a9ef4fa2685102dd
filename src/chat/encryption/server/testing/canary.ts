import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openArchive } from '#server/backup/check.ts'
import { linesIn } from '#server/backup/unpack.ts'
import { browserCrypto } from './browserCrypto.ts'
import { type Caller, encryptFor, type Party, partyOf, tell, write } from './party.ts'

/* Unique words, what two people do with them, and where they are searched. */

const kinds = ['text', 'edit', 'reply', 'fileName', 'fileContent', 'reported'] as const
type Kind = (typeof kinds)[number]
export type Canaries = Record<Kind, string>

/** Only letters, since search indexes split words and file names are cleaned. */
const canary = (): string => [...randomBytes(20)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

export const makeCanaries = (): Canaries => Object.fromEntries(kinds.map((kind) => [kind, canary()])) as Canaries

/** Returns the canary as text, UTF-16, hex, and base64 at every alignment. */
const guises = (word: string): string[] => [
  word,
  Buffer.from(word, 'utf16le').toString('latin1'),
  Buffer.from(word).toString('hex'),
  ...[0, 1, 2].map((at) =>
    Buffer.from('\0'.repeat(at) + word)
      .toString('base64')
      .slice(at === 0 ? 0 : at + 1, -4),
  ),
]

/** Returns the canaries contained in these bytes. */
export const found = (canaries: Canaries, bytes: Buffer | string): Kind[] => {
  const text = Buffer.from(bytes).toString('latin1')
  return kinds.filter((kind) => guises(canaries[kind]).some((guise) => text.includes(guise)))
}

const gathered = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Returns every file of a folder, including the database and its log. */
export const bytesIn = async (folder: string): Promise<Buffer> => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  return Buffer.concat(await Promise.all(files.map(({ parentPath, name }) => gathered(createReadStream(join(parentPath, name))))))
}

/** Returns all rows of all tables of a PostgreSQL database, including search indexes. */
export const dumpOf = async (databaseUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: tables } = await client.query('select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()')
  const dumped: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`select row_to_json(one)::text as row from ${name} as one`)
    dumped.push(...rows.map(({ row }) => row))
  }
  await client.end()
  return dumped.join('\n')
}

/** Returns the unpacked content of an archive. */
export const archivedIn = async (path: string): Promise<Buffer> => {
  const archive = await openArchive(path)
  const parts: Buffer[] = [Buffer.from(JSON.stringify(archive.manifest))]
  for (const table of archive.manifest.tables) parts.push(await gathered(linesIn(archive)(table)))
  for (const entry of archive.entries.values()) parts.push(await gathered(archive.content(entry)))
  await archive.close()
  return Buffer.concat(parts)
}

const formOf = (name: string, bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new File([bytes], name))
  return form
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

type Pair = readonly [asha: Caller, binod: Caller]
const conversationOf = async ([asha, binod]: Pair): Promise<string> =>
  (await asha.post('/chat/conversations/private', { userId: binod._id })).body._id

/** Writes everything unencrypted. Returns the conversation. */
export const sayOpenly = async (pair: Pair, words: Canaries): Promise<string> => {
  const [asha, binod] = pair
  const id = await conversationOf(pair)
  const said = async (by: Caller, content: string, more: object = {}) =>
    (await by.post(`/chat/conversations/${id}/messages`, { content, ...more })).body
  const first = await said(asha, words.text)
  await said(binod, words.reply, { replyTo: first._id })
  await asha.put(`/chat/messages/${first._id}`, { content: words.edit })
  await asha.post(`/chat/conversations/${id}/attachments`, formOf(`${words.fileName}.txt`, bytesOf(words.fileContent), {}))
  await binod.post(`/chat/messages/${(await said(asha, words.reported))._id}/report`, { reason: 'Rude' })
  return id
}

/** Writes the same between two devices; the report discloses nothing. Returns the conversation. */
export const sayEncrypted = async (pair: Pair, words: Canaries): Promise<string> => {
  const [asha, binod] = [await partyOf(pair[0]), await partyOf(pair[1])]
  const id = await conversationOf(pair)
  const chat = { id, key: await encryptFor(id, [asha, binod]) }
  const { message, clientId } = await tell(asha, chat, { text: words.text })
  await tell(binod, chat, { text: words.reply, replyTo: message._id })
  const { encryption } = await write(asha, chat, { clientId, revision: 2, text: words.edit })
  await asha.person.put(`/chat/messages/${message._id}`, { content: null, encryption })
  await sendFile(asha, chat, words)
  const reported = await tell(asha, chat, { text: words.reported })
  await binod.person.post(`/chat/messages/${reported.message._id}/report`, { reason: 'Rude' })
  await assertReads(asha, binod, { id, words: [words.edit, words.reply, words.fileName, words.reported] })
  return id
}

const sendFile = async (author: Party, chat: Parameters<typeof tell>[1], words: Canaries): Promise<void> => {
  const clientId = randomUUID()
  const content = bytesOf(words.fileContent)
  const { bytes, ...keys } = await browserCrypto.encryptBytes({ conversation: chat.id, clientId, bytes: content })
  const file = { name: `${words.fileName}.txt`, type: 'text/plain', size: content.length, ...keys }
  const { encryption } = await write(author, chat, { clientId, file })
  const form = formOf('encrypted', bytes, { clientId, encryption: JSON.stringify(encryption) })
  const { status, body } = await author.person.post(`/chat/conversations/${chat.id}/attachments`, form)
  if (status !== 201) throw new Error(`The file was not taken: ${JSON.stringify(body)}`)
}

/** The other person decrypts all of it with the key from the server, which proves that it was really encrypted. */
const assertReads = async (asha: Party, binod: Party, { id, words }: { id: string; words: string[] }): Promise<void> => {
  const status = (await binod.person.get(`/chat/conversations/${id}/encryption?device=${binod.device.deviceId}`)).body
  const membersHash = await browserCrypto.membersHash(status.members)
  const wrap = { conversation: id, keyVersion: 1, device: binod.device, by: asha.known, membersHash }
  const key = await browserCrypto.unwrap({ ...wrap, wrappedKey: status.wrappedKey, signature: status.signature })
  const { items } = (await binod.person.get(`/chat/conversations/${id}/messages`)).body
  const texts: string[] = []
  for (const { clientId, type, encryption: encrypted } of items) {
    const { writtenBy: sender, revision } = encrypted
    const author = sender === asha.person._id ? asha.known : binod.known
    const { text, file } = await browserCrypto.decryptV1({
      place: { conversation: id, sender, clientId, revision, type },
      encrypted,
      key,
      author,
    })
    texts.push(text, file?.name ?? '')
  }
  const unread = words.filter((word) => !texts.some((text) => text.includes(word)))
  if (unread.length > 0) throw new Error(`${unread.length} of what was said cannot be read`)
}
