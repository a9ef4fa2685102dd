import { readConfig } from './config.ts'
import { connect, type Database } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { diskStorage } from './files/disk.ts'
import type { Platform } from './platform.ts'

export type Opened = Pick<Platform, 'config' | 'db' | 'storage' | 'clock'> & { database: Database }

/** Opens the configured database, brought up to date, and the storage: what every program of the product begins with. */
export const open = async (env: Record<string, string | undefined>): Promise<Opened> => {
  const config = readConfig(env)
  const database = await connect(config)
  await migrate(database)
  return { config, database, db: database.db, storage: await diskStorage(config.dataDir), clock: () => new Date() }
}
