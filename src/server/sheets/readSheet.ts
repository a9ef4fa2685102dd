import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { sheetErrors } from '#contract/sheet.ts'
import type { ReceivedFile } from '#server/files/storage.ts'
import { WorkError } from '#server/work/pool.ts'
import { runWork } from '#server/work/run.ts'
import type { SheetRow } from '#server/work/sheetRow.ts'

export type { SheetRow } from '#server/work/sheetRow.ts'

const TIMEOUT_MS = 20_000

type Options = {
  /** The form field, which a refusal names. */
  field: string
  /** Maximum number of non-blank rows, the headings included. */
  rows: number
}

const refused = (failure: keyof typeof sheetErrors, { field, rows }: Options): AppError =>
  failure === 'tooManyRows'
    ? new AppError(sheetErrors.tooManyRows, { params: { rows }, field })
    : new AppError(sheetErrors[failure], { field })

/**
 * Reads the rows of a received CSV file or of the first sheet of an Excel workbook, as texts, in a separate process. Blank rows are
 * left out; the others keep the number that a spreadsheet shows. Throws one of `sheetErrors`, and `commonErrors.unavailable` if too
 * many are waiting.
 */
export const readSheet = async ({ temporaryPath }: ReceivedFile, options: Options): Promise<SheetRow[]> => {
  const { sheetRows: allRows, sheetColumns: columns, sheetUnpackedBytes: unpackedBytes } = limits
  const input = { path: temporaryPath, rows: options.rows, allRows, columns, unpackedBytes }
  try {
    const read = await runWork('sheet', input, { timeoutMs: TIMEOUT_MS })
    if ('refused' in read) throw refused(read.refused, options)
    return read.rows
  } catch (error) {
    if (!(error instanceof WorkError)) throw error
    if (error.reason === 'stopped') throw new AppError(commonErrors.unavailable)
    throw refused(error.reason === 'failed' ? 'unreadable' : 'tooMuch', options)
  }
}
