type DatabaseError = { code?: unknown; errcode?: unknown; message: string }

/** The error and its causes, for errors that are wrapped on their way. */
const chain = (error: unknown): DatabaseError[] => (error instanceof Error ? [error, ...chain(error.cause)] : [])

/** Extended result codes of SQLite, and SQLSTATE of PostgreSQL. */
const has = (error: unknown, sqlite: readonly number[], postgres: readonly string[]): boolean =>
  chain(error).some(({ code, errcode }) =>
    code === 'ERR_SQLITE_ERROR' ? sqlite.includes(Number(errcode)) : postgres.includes(String(code)),
  )

/** A unique index or a primary key refused the row. */
export const isUniqueViolation = (error: unknown): boolean => has(error, [2067, 1555, 2579], ['23505'])

/** A referenced row is missing, or a row is still referenced. */
export const isForeignKeyViolation = (error: unknown): boolean => has(error, [787], ['23503'])

/**
 * There is no room to write. SQLite has several codes for it, depending on the file that could not grow; the others are those of
 * the file system.
 */
export const isDiskFull = (error: unknown): boolean => has(error, [13, 4874], ['53100', 'ENOSPC', 'EDQUOT'])

/** Two transactions waited for each other, and PostgreSQL rolled this one back. */
export const isDeadlock = (error: unknown): boolean => has(error, [], ['40P01'])

// 08: the connection. 57P: the server shuts down, crashed, or is starting up. 25P03, 57014 and 55P03: one of our own time limits.
// 53300: too many connections. 55000: the database accepts none by its own setting. 40001 and 40P01: a conflict between
// transactions, also after some retries.
const unavailableStates = /^(?:08...|57P..|25P03|57014|55P03|53300|55000|40001|40P01)$/
const networkFailures = /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/

/** Messages of `pg`, its pool and Kysely about a connection that was lost or unavailable; these errors have no code. */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end|driver has already been destroyed|Postgres connection has been discarded)/

// The low byte of an extended result code is the code itself: 5 is SQLITE_BUSY, another process has had the lock for too long.
const isBusy = (errcode: unknown): boolean => (Number(errcode) & 0xff) === 5

/**
 * The database cannot be reached, or a lock was held for longer than we wait. The same call may work in a moment. After a commit
 * that failed like this the outcome is unknown.
 */
export const isUnavailable = (error: unknown): boolean =>
  chain(error).some(({ code, errcode, message }) => {
    if (code === 'ERR_SQLITE_ERROR') return isBusy(errcode)
    return code === undefined ? lostConnection.test(message) : unavailableStates.test(String(code)) || networkFailures.test(String(code))
  })
