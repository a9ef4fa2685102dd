import * as z from 'zod/mini'
import type { Errors } from './errors.ts'
import { limits } from './limits.ts'

/** The formats of an exported table. */
export const SheetFormat = z.enum(['csv', 'xlsx'], 'Please choose CSV or Excel')
export type SheetFormat = z.infer<typeof SheetFormat>

/** The refusals of every call that imports a table. */
export const sheetErrors = {
  notSheet: { code: 'not_sheet', status: 400, message: 'Please choose a CSV file or an Excel workbook (.xlsx).' },
  oldExcel: {
    code: 'sheet_old_excel',
    status: 400,
    message: 'This is an old Excel file (.xls), or it is protected by a password. Open it and save it as an Excel workbook (.xlsx).',
  },
  encoding: {
    code: 'sheet_encoding',
    status: 400,
    message: 'The letters in this file cannot be read. Save it as “CSV UTF-8” or as an Excel workbook (.xlsx).',
  },
  unreadable: { code: 'sheet_unreadable', status: 400, message: 'This file is damaged. Open it, save it again and choose it once more.' },
  empty: { code: 'sheet_empty', status: 400, message: 'This file has no rows.' },
  tooManyRows: {
    code: 'sheet_too_many_rows',
    status: 400,
    message: 'This file has too many rows. Please split it.',
    text: (most: { rows: number } | { students: number }) =>
      'rows' in most
        ? `This file has more than ${most.rows} rows. Please split it.`
        : `At most ${most.students} students can be imported at once. Please split the file.`,
  },
  tooManyColumns: {
    code: 'sheet_too_many_columns',
    status: 400,
    message: `This file has more than ${limits.sheetColumns} columns.`,
  },
  tooMuch: { code: 'sheet_too_much', status: 400, message: 'This file holds too much. Please save only the rows you need.' },
  tooLarge: { code: 'sheet_too_large', status: 413, message: 'The file is larger than 5MB' },
} satisfies Errors

/** The part of a form with a table. */
export const sheetIn = <const F extends string>(field: F) => ({
  field,
  maxBytes: limits.sheetBytes,
  required: sheetErrors.notSheet.message,
  tooLarge: sheetErrors.tooLarge.message,
})
