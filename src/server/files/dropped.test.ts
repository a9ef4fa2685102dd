import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { attached, formOf } from '#chat/attachments/server/testing/attach.ts'
import * as chores from '#server/backup/chores.db.ts'
import { transact } from '#server/db/transact.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { diskStorage } from './disk.ts'
import { doctor } from './doctor.ts'
import { dropContents, releaseDropped } from './dropped.ts'
import type { Storage } from './storage.ts'
import { sweep } from './sweep.ts'

const secret = Buffer.from('The bytes of a file that is deleted')
const sha256 = createHash('sha256').update(secret).digest('hex')

const givenFile = async () => {
  const app = await given()
  const asha = await app.as('student')
  const send = async (person: SignedInPerson = asha): Promise<string> => (await attached(person, 'general', secret, 'notes.txt'))._id
  const onDisk = async () =>
    (await readdir(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true })).flatMap((one) => (one.isFile() ? one.name : []))
  const ledger = async () => app.db.selectFrom('files').select(['sha256', 'createdAt']).execute()
  const receive = () => app.storage.receive(Readable.from([secret]), { fileName: 'a', maxBytes: 1_000 })
  return { app, asha, send, onDisk, ledger, receive, id: await send() }
}

describe('a file of a deleted message', () => {
  test('is removed at once', async () => {
    const { app, asha, onDisk, ledger, id } = await givenFile()
    expect(await onDisk()).toEqual([sha256])
    await asha.del(`/chat/messages/${id}`)
    expect(await releaseDropped(app.platform)).toBe(1)
    expect([await onDisk(), await ledger(), await releaseDropped(app.platform)]).toEqual([[], [], 0])
  })

  test('stays while another message has the same, and is removed with the last one', async () => {
    const { app, asha, send, onDisk, ledger, id } = await givenFile()
    const other = await app.as('student')
    const same = await send(other)
    await asha.del(`/chat/messages/${id}`)
    expect(await releaseDropped(app.platform)).toBe(0)
    expect([await onDisk(), (await ledger()).every(({ createdAt }) => createdAt > '2')]).toEqual([[sha256], true])
    await other.del(`/chat/messages/${same}`)
    expect([await releaseDropped(app.platform), await onDisk()]).toEqual([1, []])
  })

  test('stays if the same is uploaded before it is removed', async () => {
    const { app, asha, send, onDisk, id } = await givenFile()
    await asha.del(`/chat/messages/${id}`)
    await send()
    expect([await releaseDropped(app.platform), await onDisk(), await doctor(app)]).toEqual([0, [sha256], []])
  })

  test('is never removed under concurrent uploads of the same', { timeout: 120_000 }, async () => {
    const { app, asha, onDisk } = await givenFile()
    const people = [asha, await app.as('student'), await app.as('student')]
    for (let round = 0; round < 8; round++) {
      const sending = people.map((person) => person.post('/chat/conversations/general/attachments', formOf(secret, 'notes.txt')))
      const releasing = Array.from({ length: 4 }, () => releaseDropped(app.platform))
      const sent = await Promise.all(sending)
      await Promise.all(releasing)
      expect([sent.map(({ status }) => status), await doctor(app)]).toEqual([[201, 201, 201], []])
      await Promise.all(sent.map(({ body }, at) => people[at]?.del(`/chat/messages/${body._id}`)))
    }
    await app.db.deleteFrom('attachments').execute()
    await transact(app.db, (tx) => dropContents(tx, [sha256]))
    expect([await releaseDropped(app.platform), await onDisk()]).toEqual([1, []])
  })

  test('is left to another process that is storing the same at that moment', async () => {
    const { app, asha, onDisk, receive, id } = await givenFile()
    const other = await diskStorage(app.dataDir)
    const again = await receive()
    const unmark = await other.markPending(again)
    await other.keep(again)
    await asha.del(`/chat/messages/${id}`)
    await releaseDropped(app.platform)
    expect(await onDisk()).toContain(sha256)
    await unmark()
    app.advance(3_601)
    expect([(await sweep(app.platform)).contents, await onDisk()]).toEqual([1, []])
  })

  test('stays if another process has stored the same between its row and its file', async () => {
    const { app, asha, onDisk, receive, id } = await givenFile()
    await asha.del(`/chat/messages/${id}`)
    const again = await receive()
    const removeUnnamed: Storage['removeUnnamed'] = async (...given) => {
      const other = await diskStorage(app.dataDir)
      const unmark = await other.markPending(again)
      await other.keep(again)
      const row = { sha256, size: secret.length, mediaType: 'text/plain', createdAt: app.platform.clock().toISOString() }
      await app.db.insertInto('files').values(row).execute()
      await unmark()
      return app.storage.removeUnnamed(...given)
    }
    await releaseDropped({ ...app.platform, storage: { ...app.storage, removeUnnamed } })
    expect([await onDisk(), await doctor(app)]).toEqual([[sha256], []])
  })

  test('waits for a backup that still has to copy it', async () => {
    const { app, asha, onDisk, id } = await givenFile()
    const begun = await transact(app.db, (tx) => chores.begin(tx, 'backup', 'runner', app.platform.clock()))
    await asha.del(`/chat/messages/${id}`)
    expect([begun, await releaseDropped(app.platform), await onDisk()]).toEqual([true, 0, [sha256]])
    const now = app.platform.clock()
    await transact(app.db, (tx) => chores.end(tx, 'backup', 'runner', { outcome: 'done', report: {}, now }))
    expect([await releaseDropped(app.platform), await onDisk()]).toEqual([1, []])
  })
})
