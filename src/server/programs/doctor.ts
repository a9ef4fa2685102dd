import { parseArgs } from 'node:util'
import { doChore } from '#server/backup/chore.ts'
import { checksOf, runChecks } from '#server/feature/checks.ts'
import { features } from '#server/features.ts'
import { parseCode } from '#server/journal/digest.ts'
import { failStart } from './failStart.ts'
import { openExisting } from './open.ts'

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

/** Maximum number of findings that the System page shows; all of them are printed. */
const REMEMBERED = 200

const usage = 'Usage: npm run doctor, or npm run doctor -- --head CODE with a verification code from a receipt or a closing.'

/** Returns the code to compare with, or undefined if none is given; false for wrong arguments. */
const readHead = (words: readonly string[]): string | undefined | false => {
  try {
    const { head } = parseArgs({ args: [...words], options: { head: { type: 'string' } } }).values
    return head === undefined || parseCode(head) ? head : false
  } catch {
    return false
  }
}

const compared = (head: string | undefined): string =>
  head === undefined
    ? 'The journal of money is consistent with itself; not compared with a printed code (npm run doctor -- --head CODE).'
    : `The journal of money contains the printed code ${head}: nothing that was entered before it has changed.`

const run = async (head: string | undefined): Promise<void> => {
  const { database, ...opened } = await openExisting(process.env)
  const checks = checksOf(Object.values(features))
  const began = await doChore(opened, 'doctor', async (report) => {
    const findings = await runChecks({ ...opened, head }, checks, (done) => report({ done, total: checks.length }))
    for (const { check, message } of findings) print(`${check}: ${message}`)
    print(findings.length === 0 ? `No problems found.\n${compared(head)}` : `Problems found: ${findings.length}.`)
    if (findings.length > 0) process.exitCode = 1
    return { outcome: 'done', report: { findings: findings.slice(0, REMEMBERED), count: findings.length } }
  })
  await database.close()
  if (began) return
  print('Another doctor is running. Try again when it is done.')
  process.exitCode = 1
}

const head = readHead(process.argv.slice(2))
if (head === false) {
  print(usage)
  process.exitCode = 2
} else await run(head).catch(failStart)
