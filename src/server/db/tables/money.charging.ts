/** One row: whether monthly fees are charged by a job. */
export type ChargingTable = {
  id: 'only'
  isOn: 0 | 1
  /** Null while it is off, and in a new hall. */
  startedAt: string | null
  /** The day on which it was switched on. Null while it is off, and in a new hall until the job has run once. */
  since: string | null
  /** The day of the hall for which every student was looked at last. */
  lastDay: string | null
  /** Whether the fee of the hall was confirmed then: once it is, all are looked at again. */
  feeWasConfirmed: 0 | 1
}

/** What the job charged on one day. */
export type ChargingRunsTable = {
  id: string
  day: string
  at: string
  fees: number
  amount: number
  undoneAt: string | null
  undoneBy: string | null
  undoneByName: string | null
  /** How many of its fees were withdrawn then; on the others a payment was made, or they were changed. */
  withdrawn: number
}

/** Which run charged a fee. A fee that was charged with a payment, or by a person, is in none. */
export type ChargingFeesTable = { chargeId: string; runId: string }

export type ChargingTables = {
  charging: ChargingTable
  chargingRuns: ChargingRunsTable
  chargingFees: ChargingFeesTable
}
