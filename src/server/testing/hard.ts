import { appendFileSync } from 'node:fs'

/** `TEST_HARD=on` tries all cases, or many more, of which an ordinary run tries some. */
export const isHard = process.env.TEST_HARD === 'on'

/** How often a fault is caused: `HARD_ROUNDS`, if it is set. */
export const roundsOf = ({ ordinary, hard }: { ordinary: number; hard: number }): number =>
  Number(process.env.HARD_ROUNDS || (isHard ? hard : ordinary))

/**
 * A line of the table that `npm run test:hard` prints. `done` says what was acknowledged and what else was measured, `memory` how many
 * times as much the servers use after the load as before it.
 */
export type FaultRow = {
  test: string
  rounds: number
  done: string
  lost: number
  doubled: number
  disordered: number
  memory?: string
  seconds: number
}

/** Adds a line to the table of `npm run test:hard`; call it before the assertions. */
export const reportRow = (row: FaultRow): void => {
  if (process.env.HARD_REPORT) appendFileSync(process.env.HARD_REPORT, `${JSON.stringify(row)}\n`)
}
