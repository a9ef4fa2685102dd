import type { Errors } from './errors.ts'

/** The failures of a store for files that is another machine. They are apart, because only the server needs them. */
export const filesAwayErrors = {
  notReadable: {
    code: 'files.away',
    status: 503,
    message: 'Files cannot be opened at the moment. Please try again in a minute.',
  },
  notSaved: {
    code: 'files.not_saved',
    status: 503,
    message: 'The file could not be stored. Nothing was saved. Please try again in a minute.',
  },
} satisfies Errors
