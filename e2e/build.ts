import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildState } from '../scripts/freshness.mjs'

/** Builds the product once, before the first test. */
export default function build(): void {
  if (buildState() === 'fresh') return
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('../scripts/build.ts', import.meta.url))], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The product could not be built.')
}
