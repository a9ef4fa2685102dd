import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import type { ReceivedFile } from '#server/files/storage.ts'
import { afterTest } from './afterwards.ts'

type Cell = string | number | boolean | Date | null

/** A workbook of one sheet. */
export const workbook = async (rows: Cell[][]): Promise<Buffer> => Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet1', rows }] }))

/** A file as it is received in a form. */
export const receivedFile = (bytes: Uint8Array | string, fileName = 'students.csv'): ReceivedFile => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-sheet-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const content = Buffer.from(bytes as Uint8Array)
  const temporaryPath = join(folder, 'received')
  writeFileSync(temporaryPath, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { fileName, sha256, size: content.length, head: content.subarray(0, 4_096), temporaryPath }
}
