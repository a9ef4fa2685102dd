import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { given } from '#server/testing/given.ts'
import { findingsIn, type Place, restorePlace } from '#server/testing/place.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { givenFolder } from '#server/testing/program.ts'
import { installTriggers } from '#server/testing/writes.ts'
import known from './testing/0.9.0.json' with { type: 'json' }

/*
 * `testing/0.9.0.tar.gz` is a backup made by the program of version 0.9.0 itself (migrations up to 0006_leaving, before shifts), of a
 * hall that was filled through its API; the JSON is what that program answered about it. The hall has students in all three slots,
 * fees of their own, seats that are kept, of which one was given away in part, an exchange, a deleted student, fees in part and in
 * advance, a void and a refund.
 */

const isPostgres = process.env.TEST_DATABASE === 'postgres'

/** A database with the restored rows, and the settings of programs that use it. */
const restored = async (): Promise<{ database: Database; place: Place }> => {
  const folder = await givenFolder()
  const archive = join(folder, '0.9.0.tar')
  await writeFile(archive, gunzipSync(await readFile(join(import.meta.dirname, 'testing/0.9.0.tar.gz'))))
  const server = isPostgres ? await connectTestPostgres() : undefined
  const dataDir = join(folder, 'data')
  const place = { DATA_DIR: dataDir, ...(server && { DATABASE_URL: server.databaseUrl }) }
  expect(await restorePlace(place, archive)).toMatchObject({ problems: [] })
  return { database: server ?? (await connect({ databaseUrl: undefined, dataDir })), place }
}

type Held = { name: string; isExpired: boolean } | null

const nameOf = (held: Held): string => (held ? held.name + (held.isExpired ? ', ended' : '') : 'free')

test('a backup of version 0.9.0 is restored with the seat, slot, fees and receipts of everybody as that version showed them', async () => {
  const { database, place } = await restored()
  expect(await findingsIn(place)).toEqual([])
  await installTriggers(database.db)
  const app = await given({}, { database })
  app.setNow(known.madeAt)
  const owner = await app.as('superadmin')
  for (const { owed, credit, fees, ...person } of known.people) {
    const { body } = await owner.get(`/user/profile/${person._id}`)
    expect(body).toMatchObject(person)
    const { items } = (await owner.get(`/user/fees/${person._id}`)).body
    const shown = items.map((fee: Record<string, unknown>) => [fee.month, fee.year, fee.amount, fee.paidAmount].join(' '))
    expect([person.name, shown]).toEqual([person.name, fees])
    expect((await owner.get(`/user/fees/accounts/${person._id}`)).body).toMatchObject({ owed, credit })
  }
  const { items: seats } = (await owner.get('/user/seats')).body
  type Shown = { seatNumber: number; morning: Held; afternoon: Held }
  expect(seats.map(({ seatNumber, morning, afternoon }: Shown) => [seatNumber, nameOf(morning), nameOf(afternoon)].join(': '))).toEqual(
    known.seats,
  )
  const { items: receipts } = (await owner.get('/user/fees/receipts?limit=100')).body
  type Receipt = { number: string; studentName: string; amount: number; isVoid: boolean }
  expect(
    receipts.map(({ number, studentName, amount, isVoid }: Receipt) => [number, studentName, amount, isVoid ? 'void' : 'valid'].join(', ')),
  ).toEqual(known.receipts)
})
