type DatabaseError = { code?: unknown; errcode?: unknown }

/** The error and what caused it, for errors that are wrapped on their way. */
const chain = (error: unknown): DatabaseError[] => (error instanceof Error ? [error as DatabaseError, ...chain(error.cause)] : [])

/** Extended result codes of SQLite, and SQLSTATE of PostgreSQL. */
const has = (error: unknown, sqlite: readonly number[], postgres: readonly string[]): boolean =>
  chain(error).some(({ code, errcode }) =>
    code === 'ERR_SQLITE_ERROR' ? sqlite.includes(Number(errcode)) : postgres.includes(String(code)),
  )

/** A unique index or a primary key refused the row. */
export const isUniqueViolation = (error: unknown): boolean => has(error, [2067, 1555, 2579], ['23505'])

/** A row that is referred to is missing, or is still referred to. */
export const isForeignKeyViolation = (error: unknown): boolean => has(error, [787], ['23503'])

/** There is no room to write. SQLite says so with several codes, depending on the file that could not grow. */
export const isDiskFull = (error: unknown): boolean => has(error, [13, 4874], ['53100'])

/** Two transactions waited for each other, and PostgreSQL took this one back so that the other could go on. */
export const isDeadlock = (error: unknown): boolean => has(error, [], ['40P01'])
