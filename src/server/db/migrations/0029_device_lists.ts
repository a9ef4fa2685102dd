import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. Version 2 of the encryption protocol: signed lists of devices,
 * headers of key versions, and envelopes that name both. Halls that were in use keep encryption allowed; in new ones it is off.
 */

const dialects = {
  sqlite: { text: 'text', end: ' strict' },
  postgres: { text: 'text collate "C"', end: '' },
}

type Types = (typeof dialects)['sqlite']

const statements = ({ text, end }: Types): string[] => [
  `create table device_lists (
    user_id ${text} not null references users (id),
    generation integer not null,
    number integer not null,
    hash ${text} not null,
    list ${text} not null,
    created_at ${text} not null,
    primary key (user_id, generation, number)
  )${end}`,
  `create table trust_books (
    user_id ${text} not null primary key references users (id),
    number integer not null,
    book ${text} not null
  )${end}`,
  // A device is registered where its person has no list, trusted where the newest list has it, and pending otherwise.
  `alter table devices add column state ${text} not null default 'registered' check (state in ('registered', 'pending', 'trusted'))`,
  `alter table devices add column consent ${text}`,
  `alter table conversation_keys add column header ${text}`,
  `alter table conversation_keys add column version_hash ${text}`,
  'alter table message_ciphertexts add column v integer not null default 1',
  `alter table message_ciphertexts add column version_hash ${text}`,
  `alter table message_ciphertexts add column first_device_id ${text}`,
  `alter table message_ciphertexts add column head ${text}`,
]

/** Saves the default of earlier versions in a hall that has people and never chose. */
const keepChoice = async (db: Kysely<unknown>): Promise<void> => {
  const { rows: people } = await sql`select 1 from users limit 1`.execute(db)
  if (people.length === 0) return
  const { rows } = await sql<{ chat: string | null }>`select chat from customization where id = 'only'`.execute(db)
  const [row] = rows
  const chat = JSON.stringify({ allowEncryption: true, ...JSON.parse(row?.chat ?? '{}') })
  if (row) await sql`update customization set chat = ${chat} where id = 'only'`.execute(db)
  else await sql`insert into customization (id, show_logo, logo_size, chat) values ('only', 0, 40, ${chat})`.execute(db)
}

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of statements(dialects[dialect])) await sql.raw(statement).execute(db)
  await keepChoice(db)
}
