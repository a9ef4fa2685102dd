import { resetLink } from '#server/features.ts'
import { failStart } from './failStart.ts'
import { openExisting } from './open.ts'

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const run = async ([command, ...words]: readonly string[]): Promise<void> => {
  // A mobile number may have spaces.
  const name = words.join(' ').trim()
  if (command !== 'reset' || name === '') {
    print('Usage: npm run admin -- reset EMAIL or MOBILE NUMBER')
    process.exitCode = 2
    return
  }
  const { database, ...opened } = await openExisting(process.env)
  const link = await resetLink(opened, name)
  await database.close()
  if (link) print(`Set a new password within the next hour (this link works once): ${link}`)
  else {
    print(
      name.includes('@')
        ? `There is no account with the email address ${name}.`
        : `There is no account with the mobile number ${name}, or several people have it. Use the email address instead.`,
    )
    process.exitCode = 1
  }
}

await run(process.argv.slice(2)).catch(failStart)
