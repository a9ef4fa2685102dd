import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs axe over every state of every screen: the journeys of e2e/gallery.spec.ts, of which an ordinary run covers a few. */
export const checkStates = async (): Promise<void> => {
  const playwright = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url))
  const { status } = spawnSync(process.execPath, [playwright, 'test', 'gallery', '--project=desktop'], {
    stdio: 'inherit',
    env: { ...process.env, GALLERY: 'on' },
  })
  process.exitCode = status ?? 1
}
