import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

/** As many messages as a cell of the message index has (see 0013). */
const cellMessages = { sqlite: 4_096, postgres: 1_024 }

/** The last message of each cell: a search asks for those of all its conversations, to begin with the newest cells. */
export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  const size = cellMessages[dialect]
  const ends = `create index messages_at_cell_end on messages (conversation_id, seq, id) where seq % ${size} = ${size - 1}`
  await sql.raw(ends).execute(db)
}
