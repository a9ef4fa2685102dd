/**
 * `npm run openapi`: writes docs/openapi.json from the contracts. A change that can break a client of the committed file is refused
 * unless the newest section of CHANGELOG.md has a heading "Breaking". The committed file is that of git, so that editing the one in
 * the working tree does not hide a change.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { features } from '#server/features.ts'
import { openapiOf } from '#server/http/openapi.ts'
import { breakingChanges } from './apiChanges.ts'
import { committedFile } from './committedFile.ts'

const file = 'docs/openapi.json'
const next = JSON.parse(JSON.stringify(openapiOf(features))) as Record<string, unknown>

/** JSON whose outer levels have a line for each key, so that a changed call is a changed line. */
const inLines = (value: unknown, levels: number, indent = ''): string => {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const inner = `${indent} `
  const lines = Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${inLines(one, levels - 1, inner)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`
}

const [, newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
const isAnnounced = /^### Breaking$/m.test(newest)
const committed = committedFile(file)
const changes = committed === undefined ? [] : breakingChanges(JSON.parse(committed) as Record<string, unknown>, next)

for (const change of changes) console.log(change)
if (changes.length > 0 && !isAnnounced) {
  console.error(`These changes break clients. List them under "### Breaking" in the newest section of CHANGELOG.md, and run this again.`)
  process.exit(1)
}
writeFileSync(file, `${inLines(next, 4)}\n`)
console.log(`${file} is written.`)
