import { open } from '#server/programs/open.ts'
import { givenAccount } from './people.ts'
import { copiedFolder, firstAdmin } from './program.ts'

/**
 * A DATA_DIR as it is after the first start, with the superadmin whom `signInFirst` signs in. Made once for all tests of a file, and
 * without a program, since the migrations and the hash of the password take a third of a first start.
 */
export const givenStarted = copiedFolder(async (DATA_DIR) => {
  const { db, database } = await open({ DATA_DIR })
  await givenAccount({ db }, { role: 'superadmin', email: firstAdmin.ADMIN_EMAIL, password: firstAdmin.ADMIN_PASSWORD })
  await database.close()
})
