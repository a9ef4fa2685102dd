import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Db } from '#server/db/tables.ts'

/*
 * Returns a database as a text that shows every difference: tables with their columns in order, types, defaults, checks and keys;
 * indexes and triggers in the order of creation, since a planner may prefer the newest; and the first rows.
 */

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')').trim()

/** Returns the query's column `text`, as single lines. */
const linesOf = async (db: Db, query: string): Promise<string[]> =>
  (await sql<{ text: string | null }>`${sql.raw(query)}`.execute(db)).rows.map(({ text }) => oneLine(text ?? ''))

/** Every `check (…)` of a statement, with its matching parentheses. */
const checksIn = (statement: string): string[] => {
  const text = oneLine(statement)
  return [...text.matchAll(/\bcheck \(/g)].map(({ index }) => {
    let depth = 0
    for (let at = text.indexOf('(', index); at < text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')' && --depth === 0) return text.slice(index, at + 1)
    }
    throw new Error(`This check has no end: ${text.slice(index)}`)
  })
}

const sqliteTable = async (db: Db, name: string, statement: string): Promise<string[]> => {
  const columns = await linesOf(
    db,
    `select name || ' ' || type || iif("notnull", ' not null', '') || coalesce(' default ' || dflt_value, '') || iif(pk, ' key ' || pk, '') as text
      from pragma_table_xinfo('${name}') order by cid`,
  )
  const indexes = await linesOf(
    db,
    `select 'index ' || list.name || iif(list."unique", ' unique', '') || ' by ' || origin || ' (' || group_concat(coalesce(info.name, 'expression'), ', ') || ')' as text
      from pragma_index_list('${name}') as list, pragma_index_info(list.name) as info group by list.seq order by list.seq`,
  )
  const keys = await linesOf(
    db,
    `select 'references ' || "table" || ' (' || group_concat("from" || ' = ' || "to", ', ') || ') on delete ' || on_delete as text
      from pragma_foreign_key_list('${name}') group by id`,
  )
  const isStrict = / strict$/i.test(oneLine(statement))
  const parts = [...columns, ...indexes, ...keys.toSorted(), ...checksIn(statement).toSorted()]
  return [`table ${name}${isStrict ? ' strict' : ''}`, ...parts.map((part) => `  ${part}`)]
}

const sqliteSchema = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'table' and name not like 'sqlite_%' and name not in ('migrations', 'program_state') order by name`.execute(db)
  const tables: string[][] = []
  for (const { name, sql: statement } of rows)
    tables.push(/^create virtual/i.test(statement) ? [oneLine(statement)] : await sqliteTable(db, name, statement))
  return [
    ...tables.flat(),
    ...(await linesOf(db, `select sql as text from sqlite_schema where type = 'index' and sql is not null order by tbl_name, rowid`)),
    ...(await linesOf(db, `select sql as text from sqlite_schema where type = 'trigger' order by tbl_name, rowid`)),
  ]
}

const inSchema = `(select oid from pg_class where relnamespace = current_schema()::regnamespace and relname not in ('migrations', 'program_state'))`

/** The parts of each table of PostgreSQL, with their sort keys. */
const postgresTables = `
  select relname as relation, 0 as part, 0::bigint as place, '' as name,
    'table ' || relname || coalesce(' with ' || array_to_string(reloptions, ', '), '') as text from pg_class where relkind = 'r'
  union all
  select attrelid::regclass::text, 1, attnum, '', attname || ' ' || format_type(atttypid, atttypmod)
    || case when attcollation <> 0 and collname <> 'default' then ' collate ' || collname else '' end
    || case when attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum left join pg_collation on pg_collation.oid = attcollation
    where attnum > 0 and not attisdropped
  union all
  select conrelid::regclass::text, 2, 0, conname, 'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where contype in ('p', 'u', 'f', 'c')
  union all
  select indrelid::regclass::text, 3, row_number() over (partition by indrelid order by indexrelid), '', pg_get_indexdef(indexrelid) from pg_index
  union all
  select tgrelid::regclass::text, 4, 0, tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`

const postgresSchema = async (db: Db): Promise<string[]> => [
  ...(
    await linesOf(
      db,
      `select text from (${postgresTables}) parts join pg_class on pg_class.relname = parts.relation
      where pg_class.oid in ${inSchema} and pg_class.relkind = 'r' order by relation collate "C", part, place, name collate "C"`,
    )
  ).map((line) => (line.startsWith('table ') ? line : `  ${line}`)),
  ...(await linesOf(
    db,
    `select 'function ' || proname || ' ' || prosrc as text from pg_proc join pg_language on pg_language.oid = prolang
      where lanname = 'plpgsql' and pronamespace = current_schema()::regnamespace order by proname`,
  )),
  ...(await linesOf(db, `select 'extension ' || extname as text from pg_extension where extname <> 'plpgsql'`)),
]

const firstRows = async (db: Db): Promise<string[]> => {
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => !['migrations', 'program_state'].includes(name) && !/_(data|idx|docsize)$/.test(name),
  )
  const lines: string[] = []
  for (const { name } of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    lines.push(...rows.map((row) => `row of ${name} ${JSON.stringify(row)}`).toSorted())
  }
  return lines.map((line) => line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AN INSTANT'))
}

export const schemaText = async ({ db, dialect }: Database): Promise<string> => {
  const bare = db.withoutPlugins()
  const lines = await (dialect === 'sqlite' ? sqliteSchema(bare) : postgresSchema(bare))
  return `${[...lines, ...(await firstRows(bare))].join('\n')}\n`
}
