import { type Kysely, sql } from 'kysely'

/** As it was when this migration was written: the digits with the country code, or null for what is no mobile number. */
const folded = (phone: string): string | null => {
  const typed = phone.trim()
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  const [, indian] = /^(?:91)?0*([6-9]\d{9})$/.exec(digits) ?? []
  if (indian !== undefined) return `91${indian}`
  const isForeign = /^(?:\+|00)/.test(typed) && !digits.startsWith('91')
  return isForeign && /^\d{8,15}$/.test(digits) ? digits : null
}

/**
 * People sign in by mobile number too. Where several accounts have one, the two that end last decide whose it is, so the index
 * has them in that order.
 */
export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  // PostgreSQL compares texts by their bytes, as SQLite does.
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  await sql.raw(`alter table users add column phone_folded ${text}`).execute(db)
  const { rows } = await sql<{ id: string; phone: string }>`select id, phone from users where phone is not null`.execute(db)
  for (const { id, phone } of rows) await sql`update users set phone_folded = ${folded(phone)} where id = ${id}`.execute(db)
  await sql
    .raw(
      `create index users_by_phone on users (phone_folded, (coalesce(termination_date, '9999-12-31')))
        where deleted_at is null and phone_folded is not null`,
    )
    .execute(db)
}
