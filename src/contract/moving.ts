import type { Errors } from './errors.ts'

/** The failures of writing while the data moves to another server. They are apart, because only the server needs them. */
export const movingErrors = {
  moving: {
    code: 'moving',
    status: 503,
    message: 'Nothing was saved: the data is being moved to another server. You can read everything. Please try again in a few minutes.',
  },
  moved: {
    code: 'moved',
    status: 503,
    message:
      'Nothing was saved: the data has been moved to another server, and this one is about to be restarted. Please try again in a few minutes.',
  },
} satisfies Errors
