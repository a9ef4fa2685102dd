/** Limits of rooms and of what is known about seats. */
export const roomLimits = {
  rooms: 40,
  name: 60,
  floor: 40,
  label: 12,
  outageReason: 200,
  /** Outages of one seat that have not ended. */
  outages: 10,
  /** How many days ago an outage can begin. */
  outageDaysBack: 7,
  /** Columns and rows of a plan. */
  planSide: 40,
} as const
