/**
 * `node scripts/lies.ts [FILE]`: tries every lie that a server could tell a browser with encrypted chats, and writes the table of
 * them (endpoint, field, lie, outcome) into the file. `LIES_ONLY='event new_message'` tries those whose name has that.
 */
import { resolve } from 'node:path'
import { close, vitest } from './tally.ts'

const table = resolve(process.argv[2] ?? 'lies.txt')
close(await vitest(['--project=sqlite', 'encryption.lies'], { TEST_DATABASE: 'sqlite', LIES_TABLE: table }))
console.log(`The table is in ${table}`)
