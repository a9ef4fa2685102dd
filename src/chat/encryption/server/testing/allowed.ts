import type { Db } from '#server/db/tables.ts'
import { untouched } from '#system/customization/server/customization.service.ts'
import { giveKeysFromTheFirst } from './madeKeys.ts'

/** Allows end-to-end encryption in a new hall, where it is off by default. */
export const allowEncryption = async (db: Db): Promise<void> => {
  giveKeysFromTheFirst()
  const chat = JSON.stringify({ allowEncryption: true })
  await db
    .insertInto('customization')
    .values({ ...untouched, chat })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ chat }))
    .execute()
}

/** The same app in a hall that allows end-to-end encryption. */
export const withEncryption = async <App extends { db: Db }>(app: App): Promise<App> => {
  await allowEncryption(app.db)
  return app
}
