import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** A program that is too old finds that within a second, and drains for ten. */
const PATIENCE_MS = 15_000

/** Waits until no other program of ours is connected to the database, or until those that are too old have had time to drain. */
export const waitForOtherPrograms = async ({ db, dialect }: Database): Promise<void> => {
  if (dialect === 'sqlite') return
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await wait(500)) {
    const { rows } = await sql<{ client: string }>`select client_port::text as client from pg_stat_activity
      where datname = current_database() and application_name = 'carrel' and pid <> pg_backend_pid() limit 1`.execute(db)
    if (rows.length === 0) return
  }
}
