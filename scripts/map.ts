/** `npm run map`: prints how many imports lead from wing to wing, and every import against the graph of docs/architecture.md. */
import { globSync, readFileSync } from 'node:fs'
import { breaches, importsBetweenWings, type Sources, wingNames } from './boundaries.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'dependencies' | 'devDependencies', Record<string, string>>
const files = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
const sources: Sources = Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]))
const counts = importsBetweenWings(sources)

const width = 9
const line = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell) => String(cell).padEnd(width))
    .join('')
    .trimEnd()

console.log(line(['from', ...wingNames]))
for (const from of wingNames) console.log(line([from, ...wingNames.map((to) => counts.get(`${from} → ${to}`) ?? '')]))

const packages = { server: Object.keys(manifest.dependencies), browser: Object.keys(manifest.devDependencies) }
const found = breaches(sources, packages)
console.log(found.length === 0 ? '\nNo import against the graph, and no cycle of files or features.' : `\n${found.join('\n')}`)
process.exitCode = found.length === 0 ? 0 : 1
