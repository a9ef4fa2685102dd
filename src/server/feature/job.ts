import type { Platform } from './platform.ts'

/** Periodic work of a feature. Each node runs it, or only one at a time if it is `alone`. */
export type Job = { name: string; everySeconds: number; alone?: true; run: (platform: Platform) => Promise<void> }
