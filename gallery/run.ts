/**
 * `npm run gallery`: the component kit and every screen's states on one page. `npm run gallery -- shots` takes the pictures of the
 * README, `npm run gallery -- check` checks every state with axe. Three more show the look (docs/look.md): `shots --all FOLDER` takes
 * its twelve screens, `blur FOLDER INTO` blurs them, and `measure` counts what they consist of (`--details` lists it). With
 * `--of CHECKOUT` they are those of another version.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'string' }, of: { type: 'string', default: '.' }, details: { type: 'boolean', default: false } },
})
const [what = 'serve', folder, into] = positionals

if (what === 'serve') await (await import('./serve.ts')).serveGallery()
else if (what === 'shots' && values.all) await (await import('./lookShots.ts')).takeLookShots(values.all, values.of)
else if (what === 'shots') await (await import('./shots.ts')).takeShots()
else if (what === 'blur' && folder && into) await (await import('./lookShots.ts')).blurShots(folder, into)
else if (what === 'measure') await (await import('./lookMeasures.ts')).printMeasures(values.of, values.details)
else if (what === 'check') await (await import('./check.ts')).checkStates()
else {
  console.error(`"${what}" is unknown or incomplete: give "shots", "blur FOLDER INTO", "measure", "check", or nothing.`)
  process.exit(1)
}
