import type { Platform } from './platform.ts'

/**
 * A figure of `/metrics` that is read when it is asked for, at most twice a minute. Measures with one name have the same help and
 * the same label names; `undefined` leaves a measure out.
 */
export type Measure = {
  name: string
  help: string
  labels?: Readonly<Record<string, string>>
  read: (platform: Platform) => Promise<number | undefined>
}

/** The age of what has waited longest in a queue; 0 if nothing waits. */
export const queueAge = (queue: string, oldest: (platform: Platform) => Promise<Date | undefined>): Measure => ({
  name: 'queue_oldest_seconds',
  help: 'How long the oldest entry of a queue has been waiting',
  labels: { queue },
  read: async (platform) => {
    const since = await oldest(platform)
    return since ? Math.max(0, (platform.clock().getTime() - since.getTime()) / 1_000) : 0
  },
})
