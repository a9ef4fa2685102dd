import { doChore } from './backup/chore.ts'
import { platformChecks, runChecks } from './checks.ts'
import { failStart } from './failStart.ts'
import { features } from './features.ts'
import { openExisting } from './open.ts'

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** As many findings as are remembered; all of them are printed. */
const REMEMBERED = 200

const run = async (): Promise<void> => {
  const { database, ...opened } = await openExisting(process.env)
  const checks = [...platformChecks, ...Object.values(features).flatMap((feature) => feature.checks)]
  const began = await doChore(opened.db, 'doctor', async (tell) => {
    const findings = await runChecks(opened, checks, (done) => tell({ done, total: checks.length }))
    for (const { check, message } of findings) say(`${check}: ${message}`)
    say(findings.length === 0 ? 'No problems found.' : `Problems found: ${findings.length}.`)
    if (findings.length > 0) process.exitCode = 1
    return { outcome: 'done', report: { findings: findings.slice(0, REMEMBERED), count: findings.length } }
  })
  await database.close()
  if (began) return
  say('Another doctor is running. Try again when it is done.')
  process.exitCode = 1
}

await run().catch(failStart)
