import type { SheetFormat } from '#contract/sheet.ts'
import type { UserListQuery } from '#people/users/users.contract.ts'
import { call } from '#web/api/call.ts'
import { download, fetchFile } from '#web/api/download.ts'
import { refresh } from '#web/api/queryClient.ts'
import { type ImportReply, rosterApi } from '../roster.contract.ts'
import type { CellFix, RosterField } from '../roster.register.contract.ts'

export const downloadUsers = (query: UserListQuery, format: SheetFormat): Promise<void> =>
  download(rosterApi.download, { query: { ...query, format } })

export const downloadTemplate = (format: SheetFormat): Promise<void> => download(rosterApi.template, { query: { format } })

/** The options for reading a register: what the person has chosen and corrected so far. */
export type Reading = {
  /** The field of each column, by position; undefined until the person changes one. */
  columns: readonly (RosterField | null)[] | undefined
  fixes: readonly CellFix[]
  /** Rows of duplicates that are imported anyway. */
  anyway: readonly number[]
  /** The row at which this part of the file begins. */
  from: number | undefined
}

export const firstReading: Reading = { columns: undefined, fixes: [], anyway: [], from: undefined }

const sent = ({ columns, fixes, anyway, from }: Reading) => ({
  ...(columns && { columns: [...columns] }),
  ...(fixes.length > 0 && { fixes: [...fixes] }),
  ...(anyway.length > 0 && { anyway: [...anyway] }),
  ...(from !== undefined && { from }),
})

/** Reports the result of importing a register, without importing it. */
export const checkRegister = (file: File, reading: Reading): Promise<ImportReply> =>
  call(rosterApi.importStudents, { body: { dryRun: true, ...sent(reading) }, file })

/** Downloads the rows that are not imported, with the reasons. */
export const fetchLeftOut = (file: File, reading: Reading, format: SheetFormat): Promise<File> =>
  fetchFile(rosterApi.leftOut, { query: { format }, body: sent(reading), file })

type Importing = { expected: number; reason: string }

/** Imports a register. The reply contains passwords, so only the page that shows them holds it. */
export const importRegister = async (file: File, reading: Reading, { expected, reason }: Importing): Promise<ImportReply> => {
  try {
    return await call(rosterApi.importStudents, {
      body: { dryRun: false, ...sent(reading), expected, ...(reason && { reason }) },
      file,
    })
  } finally {
    void refresh(rosterApi.importStudents.changes)
  }
}
