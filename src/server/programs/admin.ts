import { resetLink } from '#server/features.ts'
import { failStart } from './failStart.ts'
import { openExisting } from './open.ts'

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const run = async ([command, email]: readonly string[]): Promise<void> => {
  if (command !== 'reset' || !email) {
    say('Usage: npm run admin -- reset EMAIL')
    process.exitCode = 2
    return
  }
  const { database, ...opened } = await openExisting(process.env)
  const link = await resetLink(opened, email)
  await database.close()
  if (link) say(`Set a new password within the next hour (this link works once): ${link}`)
  else {
    say(`There is no account with the email address ${email}.`)
    process.exitCode = 1
  }
}

await run(process.argv.slice(2)).catch(failStart)
