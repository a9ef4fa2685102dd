import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate.ts'
import { connectTestPostgres, dropWithCopies } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresTemplate: string
  }
}

/**
 * Before all tests on a PostgreSQL server: makes one migrated database, which every worker copies. Afterwards all databases of this
 * run are dropped, including those of killed workers.
 */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const database = await connectTestPostgres()
  await migrate(database)
  // PostgreSQL does not copy a database that has a connection.
  await database.disconnect()
  provide('postgresTemplate', database.name)
  return () => dropWithCopies(database.name)
}
