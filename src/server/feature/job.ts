import type { Platform } from './platform.ts'

/** Work that a feature does by itself. Of several nodes each does it, or only one at a time where it is `alone`. */
export type Job = { name: string; everySeconds: number; alone?: true; run: (platform: Platform) => Promise<void> }
