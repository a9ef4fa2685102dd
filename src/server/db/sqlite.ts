import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { cacheStatements, patience, type Statements } from './sqliteStatements.ts'
import { openWriter, type Work, type Writer } from './sqliteWriter.ts'
import { refuseInsideTransaction } from './transact.ts'
import { assertOpen, openGate, type WriteGate } from './writeGate.ts'

export type SqliteOptions = {
  /** The path of the database, or `:memory:`. */
  file: string
  /** Receives a function that reads SQLite's `data_version`, which changes with every commit of any connection but the reading one. */
  onOpen?: (version: () => number) => void
  /** In memory only: the bytes of a database file to start with. */
  content?: Uint8Array | undefined
  gate?: WriteGate
}

export const inMemory = ':memory:'

/** The lowest byte is the code, the rest are details: 261 is a file that another program recovers after a writer was killed. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5

/**
 * If two programs start at once, both switch a new file to the write-ahead log, and SQLite returns "locked" to one of them at once,
 * no matter what its timeout is.
 */
const retryWhileLocked = async <T>(action: () => T, deadline = performance.now() + patience): Promise<T> => {
  try {
    return action()
  } catch (error) {
    if (!isBusy(error) || performance.now() > deadline) throw error
  }
  await setTimeout(20)
  return retryWhileLocked(action, deadline)
}

const openForWriting = async ({ file, content }: SqliteOptions): Promise<DatabaseSync> => {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    if (file === inMemory && content) database.deserialize(content)
    const mode = await retryWhileLocked(() => database.prepare('pragma journal_mode = wal').get()?.journal_mode)
    if (file !== inMemory && mode !== 'wal')
      throw new Error(`The file system of "${file}" does not support write-ahead logging: put the data on a local disk.`)
    database.exec(`pragma busy_timeout = ${patience}`)
    database.exec('pragma synchronous = full')
    database.exec('pragma foreign_keys = on')
    // Deleted data is overwritten with zeros wherever it was in the file.
    database.exec('pragma secure_delete = on')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const isSelectText = /^\s*select\b/i
const runsOutside = /^\s*(?:vacuum|pragma)\b/i
/** It would block everyone while a backup reads. */
const doesNotWait = /^\s*pragma\s+wal_checkpoint\b/i

/** No transaction of the writer begins while the gate is closed. */
const guarded = (statements: Statements, gate: WriteGate): Statements => ({
  ...statements,
  exec: (text) => {
    if (text === 'begin immediate') assertOpen(gate)
    statements.exec(text)
  },
})

type Open = { writer: Writer; reader: Statements | undefined; close: () => Promise<void> }

const open = async (options: SqliteOptions): Promise<Open> => {
  const { file, onOpen, gate = openGate() } = options
  const database = await openForWriting(options)
  const writer = openWriter(database, guarded(cacheStatements(database), gate))
  if (file === inMemory) return { writer, reader: undefined, close: () => writer.finish(() => database.close()) }
  // It sees only committed rows, at once, while the other connection is in the middle of a batch.
  const reading = new DatabaseSync(file, { timeout: patience, readOnly: true })
  const dataVersion = reading.prepare('pragma data_version')
  onOpen?.(() => Number(dataVersion.get()?.data_version))
  return {
    writer,
    reader: cacheStatements(reading),
    close: () =>
      writer.finish(() => {
        // The writer closes last, because only a writer can fold the log into the file.
        reading.close()
        database.close()
      }),
  }
}

type Connection = DatabaseConnection & { work: Work | undefined }

const runAlone = async <R>({ writer, reader }: Open, query: CompiledQuery): Promise<QueryResult<R>> => {
  refuseInsideTransaction()
  const { kind } = query.query
  const raw = kind === 'RawNode'
  if (kind === 'SelectQueryNode' || (raw && isSelectText.test(query.sql))) return reader ? reader.run(query) : writer.read(query)
  if (!raw || !runsOutside.test(query.sql)) return writer.write(query)
  return writer.between(query, doesNotWait.test(query.sql) ? 0 : patience)
}

const connection = (opened: Open): Connection => ({
  work: undefined,
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.work ? this.work.run<R>(query) : runAlone<R>(opened, query)
  },
  // A cursor would hold one snapshot for all other reads of its connection.
  streamQuery: () => {
    throw new Error('Streaming is not supported on SQLite: read long lists in pages.')
  },
})

const createDriver = (options: SqliteOptions): Driver => {
  let opened: Open | undefined
  const current = (): Open => {
    if (!opened) throw new Error('The database is not open.')
    return opened
  }
  return {
    init: async () => {
      opened = await open(options)
    },
    acquireConnection: async () => connection(current()),
    beginTransaction: async (given) => {
      refuseInsideTransaction()
      const mine = given as Connection
      mine.work = await current().writer.begin()
    },
    commitTransaction: async (given) => (given as Connection).work?.commit(),
    rollbackTransaction: async (given) => (given as Connection).work?.rollback(),
    releaseConnection: async () => {},
    destroy: async () => opened?.close(),
  }
}

/** Our queue decides who has the connection, not Kysely's lock, which would be held through the commit. */
class QueuedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * SQLite by Node's own module: write-ahead log, `synchronous=FULL`, foreign keys on, group commits. Acknowledged writes are on the
 * disk; reads outside a transaction see all of them and nothing else.
 */
export const sqliteDialect = (options: SqliteOptions): Dialect => ({
  createDriver: () => createDriver(options),
  createAdapter: () => new QueuedSqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})
