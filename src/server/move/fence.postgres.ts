import pg from 'pg'
import { connectWithoutLimits, listOf, shapesOf } from '../backup/rows.postgres.ts'
import { moveLock } from '../db/moveLock.ts'
import { isUnavailable } from '../db/violations.ts'
import { type Fence, FenceError } from './fence.ts'

const PATIENCE = '5s'
/** After this time without a word from here, because the network is cut, the server releases the locks. */
const SILENCE = '60s'
const SIGN_OF_LIFE_MS = 10_000

const take = async (client: pg.Client): Promise<void> => {
  const tables = (await shapesOf(client)).map(({ name }) => name)
  await client.query(`begin; set local lock_timeout = '${PATIENCE}'; set local idle_in_transaction_session_timeout = '${SILENCE}'`)
  await client.query(`select pg_advisory_xact_lock(${moveLock})`)
  // Waits for transactions that have written, and holds up the next ones; reading goes on.
  await client.query(`lock table ${listOf(tables)} in share mode`)
}

/** Locks of a transaction on every table hold up all writers on all nodes, and no reader. */
export const fencePostgres = async (databaseUrl: string): Promise<Fence> => {
  const client = await connectWithoutLimits(databaseUrl)
  try {
    await take(client)
  } catch (error) {
    await client.end()
    const isBusy = isUnavailable(error) && error instanceof pg.DatabaseError
    throw isBusy ? new FenceError() : error
  }
  // A lost connection is noticed by the commit.
  const timer = setInterval(() => void client.query('select 1').catch(() => undefined), SIGN_OF_LIFE_MS).unref()
  const end = async (): Promise<void> => {
    clearInterval(timer)
    await client.end().catch(() => undefined)
  }
  return {
    finish: async ({ state, note, at }) => {
      await client.query('update program_state set move_state = $1, move_note = $2, move_at = $3', [state, note, at])
      await client.query('commit')
      await end()
    },
    release: end,
  }
}
