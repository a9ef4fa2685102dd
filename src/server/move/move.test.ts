import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { programStateOf } from '#server/db/programState.ts'
import { isHard } from '#server/testing/hard.ts'
import { findingsIn, type Place } from '#server/testing/place.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { givenFolder, type RunningServer, run, runToEnd, signInFirst, startServer, stopServer } from '#server/testing/program.ts'
import { randomFrom, sampleOf } from '#server/testing/random.ts'
import { readTarget } from './moveSettings.ts'
import { openTarget } from './target.ts'
import { filesIn, givenHall, givenThere, isPostgres, pay, rowsIn, say, type There } from './testing/givenHall.ts'

const moveAll = (old: Place, { env, words }: There) => runToEnd('move', { ...old, ...env }, ...words)

const canRead = async ({ call }: RunningServer, token: string): Promise<boolean> => {
  const { status, body } = await call('GET', '/document', undefined, token)
  return status === 200 && body.items.some(({ title }: { title: string }) => title === 'Waves')
}

/** Between two sentences of `talk`: without it, a test would spend most of its time on them. `npm run test:hard` does without. */
const PAUSE_MS = isHard ? 0 : 20

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
    for (let number = 0; !isOver; number++) {
      await turn(`sentence ${number}`).catch(() => undefined)
      await wait(PAUSE_MS)
    }
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

const opened = ({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Place) => connect({ databaseUrl, dataDir })

describe('a move', () => {
  type MoveAtWork = { from: Place; to: Place; env?: Record<string, string>; words: readonly string[] }

  /** Moves while people talk on this server, and checks what they hear; the server is stopped then. Returns what the program printed. */
  const moveAtWork = async (server: RunningServer, token: string, { from, to, env, words }: MoveAtWork): Promise<string> => {
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
    const rows = await rowsIn(to)
    expect(rows).toEqual(await rowsIn(from))
    const arrived = rows.messages?.join('\n') ?? ''
    expect(talking.acknowledged.filter((text) => !arrived.includes(`\t${text}\t`))).toEqual([])
    expect(await findingsIn(to)).toEqual([])
    return moving.stdout()
  }

  const startTalking = (place: Place): Promise<RunningServer> => startServer({ ...place, RATE_LIMITS: 'off' })

  test('of a hall at work to another database and a bucket, and back, leaves equal rows and files and everything that was acknowledged; receipt numbers go on, and in the last step nothing is saved and everything can be read', {
    timeout: 600_000,
  }, async () => {
    const [old, there] = [await givenHall(), await givenThere()]
    const before = await filesIn(old)
    // The address of the new place is read from a file.
    const file = join(await givenFolder(), 'to')
    const [, to = '', ...words] = there.words
    await writeFile(file, `${to}\n`)
    const first = await startTalking(old)
    const token = await signInFirst(first)
    const printed = await moveAtWork(first, token, { from: old, to: there.place, env: { ...there.env, MOVE_TO_FILE: file }, words })
    expect(printed).toMatch(/rows in \d+ tables are equal in both databases/)
    expect(printed).not.toContain(there.stub.s3.secretAccessKey)
    expect(printed).not.toContain('postgres://')
    const files = await filesIn(old)
    expect(files).toEqual(expect.arrayContaining(before))
    expect(await filesIn(there.place, there.stub)).toEqual(files)
    const refused = await runToEnd('doctor', old)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/^The data of this hall was moved to .*--stay"\.\n$/)])

    // Nobody has to sign in again.
    const server = await startTalking(there.place)
    expect(await canRead(server, token)).toBe(true)
    const number = await pay(server, token)
    const found = await server.call('GET', '/chat/search?q=morning', undefined, token)
    expect([found.body.items.length, JSON.stringify(found.body)]).toEqual([1, expect.stringContaining('Good morning')])
    const titles = (await server.call('GET', '/document?search=Wave', undefined, token)).body.items
    expect(titles.map(({ title }: { title: string }) => title)).toEqual(['Waves'])
    const home = { DATA_DIR: `${await givenFolder()}/back` }
    await moveAtWork(server, token, { from: there.place, to: home, words: ['--to', `sqlite:${home.DATA_DIR}`] })
    expect(await filesIn(home)).toEqual(await filesIn(there.place, there.stub))

    const again = await startServer(home)
    expect(await canRead(again, token)).toBe(true)
    expect(Number((await pay(again, token)).slice(-6))).toBe(Number(number.slice(-6)) + 1)
    await stopServer(again)
    expect(await runToEnd('move', old, '--stay')).toMatchObject({ code: 0, stderr: '' })
    const stayed = await opened(old)
    expect((await programStateOf(stayed))?.moveState).toBe(null)
    await stayed.close()
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

  /** Changes a byte of a copied file, and a copied row. Returns the name of the file. */
  const changeCopy = async ({ place, stub }: There): Promise<string> => {
    const [name = '', { body, at } = { body: Buffer.alloc(0), at: new Date() }] = [...stub.objects][0] ?? []
    const changed = Buffer.from(body)
    changed[7] = (changed[7] ?? 0) ^ 1
    stub.objects.set(name, { body: changed, at })
    const copy = await opened(place)
    const changedRows = await copy.db.updateTable('users').set({ name: 'Changed' }).where('name', '=', 'Asha Rao').executeTakeFirst()
    await copy.close()
    expect(changedRows.numUpdatedRows).toBe(1n)
    return name.slice(-64)
  }

  test('that is killed at any point gives the old place back, keeps the new one closed, and goes on when it is started again; it finds a changed byte in a file and a changed row of the copy', {
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
      const copy = await opened(there.place)
      expect([point, (await programStateOf(copy))?.moveState]).toEqual([point, 'arriving'])
      await copy.close()
    }
    const early = await runToEnd('doctor', there.place)
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('A move into this database has not ended')])
    await stopServer(server)

    const before = { rows: await rowsIn(old), files: await filesIn(old) }
    const name = await changeCopy(there)
    const found = await moveAll(old, there)
    expect([found.code, found.stderr]).toEqual([
      3,
      `Files in the new place that differ from their originals, and were removed there: 1 (${name}). Nothing has changed in the old place, where people can go on. Run the command again to continue.\n`,
    ])
    expect(await moveAll(old, there)).toMatchObject({ code: 0, stderr: '' })
    expect({ rows: await rowsIn(there.place), files: await filesIn(there.place, there.stub) }).toEqual(before)
    expect({ rows: await rowsIn(old), files: await filesIn(old) }).toEqual(before)
    expect(await findingsIn(there.place)).toEqual([])
  })

  /** Opens the new place as a move of the hall with this name does. */
  const claim = async ({ env, words: [, to, , files] }: There, hall: string): Promise<void> => {
    const source = readConfig({ DATA_DIR: '/nowhere' })
    const target = readTarget({ ...env, DATA_DIR: source.dataDir }, source, { to, files })
    const { database } = await openTarget(target, hall, () => new Date())
    await database.close()
  }

  test('refuses a place that is not empty, and changes nothing there', async () => {
    const there = await givenThere()
    const other = await opened(there.place)
    await migrate(other)
    await other.close()
    const before = await rowsIn(there.place, [])
    await expect(claim(there, 'a hall')).rejects.toThrow(/ has tables already, and a move overwrites nothing\./)
    expect(await rowsIn(there.place, [])).toEqual(before)

    const foreign = await givenThere()
    const name = `files/ab/${'ab'.repeat(32)}`
    foreign.stub.objects.set(name, { body: Buffer.from('of another hall'), at: new Date() })
    await expect(claim(foreign, 'a hall')).rejects.toThrow('has files of another hall already')
    expect([...foreign.stub.objects.keys()]).toEqual([name])
    foreign.stub.objects.clear()
    await expect(claim(foreign, 'another hall')).rejects.toThrow('has tables already')
    await claim(foreign, 'a hall')
  })

  test('prints no address, password or key, and takes the address from a file', async () => {
    const old = await givenHall()
    const file = join(await givenFolder(), 'to')
    await writeFile(file, 'postgres://hall:very-secret@127.0.0.1:1/hall\n')
    const away = await runToEnd('move', { ...old, MOVE_TO_FILE: file })
    expect([away.code, away.stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL: PostgreSQL at "127\.0\.0\.1:1" cannot be used/)])
    expect(`${away.stdout}${away.stderr}`).not.toMatch(/very-secret|postgres:/)
    expect(await runToEnd('move', old)).toMatchObject({ code: 2, stdout: expect.stringContaining('Usage: npm run move') })
  })

  test.runIf(isPostgres)('of the records alone leaves the files where they are', { timeout: 300_000 }, async () => {
    const old = await givenHall()
    const { databaseUrl, close } = await connectTestPostgres()
    const files = await filesIn(old)
    expect(await runToEnd('move', old, '--to', databaseUrl)).toMatchObject({ code: 0, stderr: '' })
    const place = { ...old, DATABASE_URL: databaseUrl }
    expect([await rowsIn(place, []), await filesIn(old)]).toEqual([await rowsIn(old, []), files])
    expect(await findingsIn(place)).toEqual([])
    await close()
  })
})
