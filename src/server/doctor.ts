import { failStart } from './failStart.ts'
import { doctor } from './files/doctor.ts'
import { openExisting } from './open.ts'

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const run = async (): Promise<void> => {
  const { database, ...opened } = await openExisting(process.env)
  const findings = await doctor(opened)
  await database.close()
  for (const { sha256, problem } of findings) say(`${problem}: ${sha256}`)
  say(findings.length === 0 ? 'All files are present and unchanged.' : `Files with problems: ${findings.length}.`)
  if (findings.length > 0) process.exitCode = 1
}

await run().catch(failStart)
