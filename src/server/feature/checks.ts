import { databaseCheck } from '#server/db/check.ts'
import { doctor } from '#server/files/doctor.ts'
import { journalCheck } from '#server/journal/check.ts'
import type { Check, CheckNeeds } from './check.ts'
import type { Feature } from './feature.ts'

/** A problem that a check found, as one sentence for the person who runs the installation. */
export type Finding = { check: string; message: string }

const sentences = {
  missing: (sha256: string) => `A stored file is missing: ${sha256}`,
  changed: (sha256: string) => `A stored file has changed since it was stored: ${sha256}`,
  orphaned: (sha256: string) => `A stored file belongs to nothing: ${sha256}. Carrel removes such files by itself.`,
  foreign: (sha256: string) =>
    `The bucket has a file that nothing here refers to and that was not stored from here: ${sha256}. Carrel leaves it alone.`,
}

const filesCheck: Check = {
  name: 'files',
  run: async (needs) => (await doctor(needs)).map(({ sha256, problem }) => sentences[problem](sha256)),
}

/** Every check: those of the platform, of the journal, and of the features. */
export const checksOf = (features: readonly Feature[]): readonly Check[] => [
  databaseCheck,
  filesCheck,
  journalCheck(features.flatMap(({ journal }) => journal)),
  ...features.flatMap(({ checks }) => checks),
]

/** Runs every check, one after the other. A check that throws is a finding too. Changes nothing. */
export const runChecks = async (
  needs: CheckNeeds,
  checks: readonly Check[],
  onDone: (done: number) => void = () => {},
): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const [at, { name, run }] of checks.entries()) {
    const messages = await run(needs).catch((error: unknown) => [
      `This check could not be finished: ${error instanceof Error ? error.message : String(error)}`,
    ])
    findings.push(...messages.map((message) => ({ check: name, message })))
    onDone(at + 1)
  }
  return findings
}
