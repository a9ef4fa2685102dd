/*
 * PostgreSQL compares texts by their bytes, as SQLite does, so both answer every list in the same order; SQLite's tables are
 * strict, as PostgreSQL's are anyway. Amounts are integer paise.
 */
export const dialects = {
  sqlite: { text: 'text', bigint: 'integer', paise: 'integer', end: ' strict' },
  postgres: { text: 'text collate "C"', bigint: 'bigint', paise: 'bigint', end: '' },
}

export type DialectName = keyof typeof dialects
export type Types = (typeof dialects)[DialectName]

export const flag = (name: string): string => `${name} integer not null check (${name} in (0, 1))`
