/**
 * `npm run gallery`: the component kit and every screen's states on one page. `npm run gallery -- shots` takes the pictures of the
 * README, `npm run gallery -- check` checks every state with axe.
 */
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const [what = 'serve'] = process.argv.slice(2)

if (what === 'serve') await (await import('./serve.ts')).serveGallery()
else if (what === 'shots') await (await import('./shots.ts')).takeShots()
else if (what === 'check') await (await import('./check.ts')).checkStates()
else {
  console.error(`"${what}" is unknown: give "shots", "check", or nothing.`)
  process.exit(1)
}
