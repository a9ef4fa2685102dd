import { resetLink } from '#server/features.ts'
import { openExisting } from './open.ts'

type Surroundings = { env: Record<string, string | undefined>; print: (sentence: string) => void }

/** What `npm run admin` does with its words; returns its exit code. */
export const runAdmin = async ([command, ...words]: readonly string[], { env, print }: Surroundings): Promise<number> => {
  // A mobile number may have spaces.
  const name = words.join(' ').trim()
  if (command !== 'reset' || name === '') {
    print('Usage: npm run admin -- reset EMAIL or MOBILE NUMBER')
    return 2
  }
  const { database, ...opened } = await openExisting(env)
  const link = await resetLink(opened, name)
  await database.close()
  if (link) {
    print(`Set a new password within the next hour (this link works once): ${link}`)
    return 0
  }
  print(
    name.includes('@')
      ? `There is no account with the email address ${name}.`
      : `There is no account with the mobile number ${name}, or several people have it. Use the email address instead.`,
  )
  return 1
}
