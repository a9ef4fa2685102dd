import { useState } from 'react'
import type { SheetFormat } from '#contract/sheet.ts'
import { saveFile } from '#web/api/download.ts'
import { errorText, useWords } from '#web/words.ts'
import type { Slip } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import { fetchLeftOut, importRegister, type Reading } from './roster.queries.ts'
import type { Register } from './useRegister.ts'

/** The rows that were not imported, as a downloaded file. */
export type LeftOut = { count: number; file: File }

export type Imported = {
  slips: readonly Slip[]
  leftOut: LeftOut | undefined
  /** How to read the next part of the file; undefined after the last one. */
  next: { file: File; reading: Reading } | undefined
}

const formatOf = (file: File): SheetFormat => (/\.xlsx$/i.test(file.name) ? 'xlsx' : 'csv')

/** Returns the number of rows that are not imported. */
export const leftOutCount = ({ checked: { rowCount, students } }: Pick<Register, 'checked'>): number => rowCount - students.length

const importAll = async ({ file, reading, checked }: Register, reason: string): Promise<Imported> => {
  const count = leftOutCount({ checked })
  // Requested first: after the import, everybody who was imported would be a duplicate.
  const leftOut = count > 0 ? { count, file: await fetchLeftOut(file, reading, formatOf(file)) } : undefined
  const { slips, nextRow } = await importRegister(file, reading, { expected: checked.students.length, reason })
  if (leftOut) saveFile(leftOut.file)
  const next = nextRow === null ? undefined : { file, reading: { ...reading, fixes: [], anyway: [], from: nextRow } }
  return { slips, leftOut, next }
}

/** Imports the rows without problems and downloads the others. If it fails, nobody was imported, and the file is checked again. */
export const useImport = (register: Register, onDone: (imported: Imported) => void) => {
  const words = useWords(rosterEn)
  const [isImporting, setImporting] = useState(false)
  const [error, setError] = useState<string>()
  const start = async (reason: string) => {
    setImporting(true)
    setError(undefined)
    try {
      onDone(await importAll(register, reason))
    } catch (failed) {
      setError(errorText(failed, words.importFailed))
      setImporting(false)
      void register.check()
    }
  }
  return { isImporting, error, start }
}
