import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { isHard } from '#server/testing/hard.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import {
  firstAdmin,
  givenFolder,
  type RunningServer,
  run,
  runToEnd,
  signInFirst,
  startServer,
  stopServer,
} from '#server/testing/program.ts'
import { randomFrom, sampleOf } from '#server/testing/random.ts'
import { filesIn, givenHall, givenThere, isPostgres, type Place, pay, rowsIn, say, type There } from './testing/givenHall.ts'

const healthy = expect.stringContaining('No problems found.')

const moveAll = (old: Place, { env, words }: There) => runToEnd('move', { ...old, ...env }, ...words)

const canRead = async ({ call }: RunningServer, token: string): Promise<boolean> => {
  const { status, body } = await call('GET', '/document', undefined, token)
  return status === 200 && body.items.some(({ title }: { title: string }) => title === 'Waves')
}

/** Says numbered sentences one after the other until it is ended; counts the refusals by their codes. */
const talk = (server: RunningServer, token: string) => {
  const acknowledged: string[] = []
  const refused = new Set<string>()
  let isOver = false
  const url = `http://127.0.0.1:${server.port}/api/chat/conversations/general/messages`
  const headers = { authorization: token, 'content-type': 'application/json' }
  const turn = async (text: string): Promise<void> => {
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ content: text }) })
    const body = (await reply.json()) as { code?: string }
    if (reply.status === 201) acknowledged.push(text)
    else refused.add(`${reply.status} ${body.code} ${reply.headers.get('retry-after')}`)
  }
  const done = (async () => {
    for (let number = 0; !isOver; number++) await turn(`sentence ${number}`).catch(() => undefined)
  })()
  return {
    acknowledged,
    refused,
    end: async (): Promise<void> => {
      isOver = true
      await done
    },
  }
}

describe('a move', () => {
  test('to another database and a bucket, and back, leaves equal rows and files, and receipt numbers go on', {
    timeout: 300_000,
  }, async () => {
    const old = await givenHall()
    const before = { rows: await rowsIn(old), files: await filesIn(old) }
    const there = await givenThere()
    const moved = await moveAll(old, there)
    expect([moved.code, moved.stderr]).toEqual([0, ''])
    expect(moved.stdout).toMatch(/rows in \d+ tables are equal in both databases/)
    expect(await rowsIn(there.place)).toEqual(before.rows)
    expect(await filesIn(there.place, there.stub)).toEqual(before.files)
    expect({ rows: await rowsIn(old), files: await filesIn(old) }).toEqual(before)
    expect((await runToEnd('doctor', there.place)).stdout).toEqual(healthy)

    const server = await startServer(there.place)
    const token = await signInFirst(server)
    const number = await pay(server, token)
    expect(await say(server, token, 'Good evening')).toBe(201)
    const found = await server.call('GET', '/chat/search?q=morning', undefined, token)
    expect([found.body.items.length, JSON.stringify(found.body)]).toEqual([1, expect.stringContaining('Good morning')])
    const titles = (await server.call('GET', '/document?search=Wave', undefined, token)).body.items
    expect(titles.map(({ title }: { title: string }) => title)).toEqual(['Waves'])
    await stopServer(server)

    const home = { DATA_DIR: `${await givenFolder()}/back` }
    const back = await runToEnd('move', there.place, '--to', `sqlite:${home.DATA_DIR}`)
    expect([back.code, back.stderr]).toEqual([0, ''])
    expect(await rowsIn(home)).toEqual(await rowsIn(there.place))
    expect(await filesIn(home)).toEqual(await filesIn(there.place, there.stub))
    expect((await runToEnd('doctor', home)).stdout).toEqual(healthy)
    const again = await startServer(home)
    const next = await pay(again, await signInFirst(again))
    expect(Number(next.slice(-6))).toBe(Number(number.slice(-6)) + 1)
    await stopServer(again)
  })

  /** Moves while people talk, and checks what they hear. */
  const moveAtWork = async (from: Place, env: Record<string, string>, words: readonly string[], to: Place): Promise<void> => {
    const server = await startServer({ ...from, RATE_LIMITS: 'off' })
    const token = await signInFirst(server)
    const talking = talk(server, token)
    await expect.poll(() => talking.acknowledged.length).toBeGreaterThan(3)
    const before = talking.acknowledged.length
    const moving = run('move', { ...from, ...env }, words)
    await expect.poll(() => [...talking.refused], { timeout: 120_000 }).toEqual(['503 moving 10'])
    expect(talking.acknowledged.length).toBeGreaterThan(before)
    expect(await canRead(server, token)).toBe(true)
    expect([await moving.ended, moving.stderr()]).toEqual([0, ''])
    await expect.poll(() => [...talking.refused]).toEqual(['503 moving 10', '503 moved 10'])
    await talking.end()
    expect(await canRead(server, token)).toBe(true)
    await stopServer(server)
    expect(await rowsIn(to)).toEqual(await rowsIn(from))
    const arrived = (await rowsIn(to)).messages?.join('\n') ?? ''
    expect(talking.acknowledged.filter((text) => !arrived.includes(`\t${text}\t`))).toEqual([])
    const refused = await runToEnd('doctor', from)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^The data of this hall was moved to .*--stay"\.\n$/)])
    // Nobody has to sign in again.
    const opened = await startServer(to)
    expect(await canRead(opened, token)).toBe(true)
    await stopServer(opened)
  }

  test('of a hall at work takes along everything that was acknowledged; in the last step nothing is saved and everything can be read', {
    timeout: 600_000,
  }, async () => {
    const old = await givenHall()
    const there = await givenThere()
    await moveAtWork(old, there.env, there.words, there.place)
    const home = { DATA_DIR: `${await givenFolder()}/back` }
    await moveAtWork(there.place, {}, ['--to', `sqlite:${home.DATA_DIR}`], home)
    expect(await runToEnd('move', old, '--stay')).toMatchObject({ code: 0, stderr: '' })
    expect(await runToEnd('doctor', old)).toMatchObject({ code: 0 })
  })

  const points = [
    'Copying the records',
    'Copying the files',
    'Reading the copied files',
    'Copying what has changed since',
    'nothing can be saved',
    'Copying the last changes',
    'Comparing all records',
  ]

  /** All of them, or one in each half of the move: before and after people are kept from saving. */
  const tried = isHard ? points : [points.slice(0, 4), points.slice(4)].flatMap((half) => sampleOf(half, 1, randomFrom(`${Date.now()}`)))

  test('that is killed at any point gives the old place back, keeps the new one closed, and goes on when it is started again', {
    timeout: 600_000,
  }, async () => {
    const old = await givenHall()
    const there = await givenThere()
    const server = await startServer(old)
    const token = await signInFirst(server)
    for (const point of tried) {
      const moving = run('move', { ...old, ...there.env }, there.words)
      await expect.poll(moving.stdout, { timeout: 120_000, interval: 5 }).toContain(point)
      moving.child.kill('SIGKILL')
      expect([point, await moving.ended]).toEqual([point, 'SIGKILL'])
      await expect.poll(() => say(server, token, `after ${point}`), { timeout: 60_000 }).toBe(201)
      const early = await runToEnd('doctor', there.place)
      expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('A move into this database has not ended')])
    }
    await stopServer(server)
    expect(await moveAll(old, there)).toMatchObject({ code: 0, stderr: '' })
    expect(await rowsIn(there.place)).toEqual(await rowsIn(old))
    expect(await filesIn(there.place, there.stub)).toEqual(await filesIn(old))
    expect((await runToEnd('doctor', there.place)).stdout).toEqual(healthy)
  })

  test('finds a changed byte in a file and a changed row of the copy', { timeout: 300_000 }, async () => {
    const old = await givenHall()
    const there = await givenThere()
    const moving = run('move', { ...old, ...there.env }, there.words)
    await expect.poll(moving.stdout, { timeout: 120_000, interval: 5 }).toContain('Copying what has changed since')
    moving.child.kill('SIGKILL')
    await moving.ended
    const [name = '', { body, at } = { body: Buffer.alloc(0), at: new Date() }] = [...there.stub.objects][0] ?? []
    const changed = Buffer.from(body)
    changed[7] = (changed[7] ?? 0) ^ 1
    there.stub.objects.set(name, { body: changed, at })
    const copy = await connect({ databaseUrl: there.place.DATABASE_URL, dataDir: there.place.DATA_DIR })
    await copy.db.updateTable('notices').set({ title: 'changed' }).execute()
    await copy.db.updateTable('users').set({ name: 'Changed' }).where('name', '=', 'Asha Rao').execute()
    await copy.close()
    const found = await moveAll(old, there)
    expect([found.code, found.stderr]).toEqual([
      3,
      `Files in the new place that differ from their originals, and were removed there: 1 (${name.slice(-64)}). Nothing has changed in the old place, where people can go on. Run the command again to continue.\n`,
    ])
    expect(await moveAll(old, there)).toMatchObject({ code: 0, stderr: '' })
    expect(await rowsIn(there.place)).toEqual(await rowsIn(old))
    expect(await filesIn(there.place, there.stub)).toEqual(await filesIn(old))
  })

  test('refuses a place that is not empty, and changes nothing there', { timeout: 300_000 }, async () => {
    const old = await givenHall()
    const there = await givenThere()
    const other = await startServer({ ...there.place, ...firstAdmin })
    await stopServer(other)
    const before = await rowsIn(there.place, [])
    const refused = await moveAll(old, there)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/ has tables already, and a move overwrites nothing\./)])
    expect(await rowsIn(there.place, [])).toEqual(before)

    const foreign = await givenThere()
    const name = `files/ab/${'ab'.repeat(32)}`
    foreign.stub.objects.set(name, { body: Buffer.from('of another hall'), at: new Date() })
    const kept = await moveAll(old, foreign)
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('has files of another hall already')])
    expect([...foreign.stub.objects.keys()]).toEqual([name])
    foreign.stub.objects.clear()
    expect(await moveAll(old, foreign)).toMatchObject({ code: 0, stderr: '' })
  })

  test('prints no address, password or key, and takes the address from a file', { timeout: 300_000 }, async () => {
    const old = await givenHall()
    const there = await givenThere()
    const file = join(await givenFolder(), 'to')
    const [, to = '', ...words] = there.words
    await writeFile(file, `${to}\n`)
    const moved = await runToEnd('move', { ...old, ...there.env, MOVE_TO_FILE: file }, ...words)
    expect([moved.code, moved.stderr]).toEqual([0, ''])
    expect(moved.stdout).not.toContain(there.stub.s3.secretAccessKey)
    expect(moved.stdout).not.toContain('postgres://')
    const wrong = 'postgres://hall:very-secret@127.0.0.1:1/hall'
    const away = await runToEnd('move', await givenHall(), '--to', wrong)
    expect([away.code, `${away.stdout}${away.stderr}`]).toEqual([1, expect.not.stringContaining('very-secret')])
    expect(await runToEnd('move', old)).toMatchObject({ code: 2, stdout: expect.stringContaining('Usage: npm run move') })
  })

  test.runIf(isPostgres)('of the records alone leaves the files where they are', { timeout: 300_000 }, async () => {
    const old = await givenHall()
    const { databaseUrl, close } = await connectTestPostgres()
    const files = await filesIn(old)
    expect(await runToEnd('move', old, '--to', databaseUrl)).toMatchObject({ code: 0, stderr: '' })
    const place = { ...old, DATABASE_URL: databaseUrl }
    expect([await rowsIn(place, []), await filesIn(old)]).toEqual([await rowsIn(old, []), files])
    expect((await runToEnd('doctor', place)).stdout).toEqual(healthy)
    await close()
  })
})
