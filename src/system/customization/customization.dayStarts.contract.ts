import type { Errors } from '#contract/errors.ts'

/** In a file of its own, which the browser does not load: every screen before sign-in loads the other errors. */
export const dayStartErrors = {
  tooManyDayStarts: {
    code: 'customization.too_many_day_starts',
    status: 409,
    message: 'The hour was changed too often. It can no longer be changed',
  },
} satisfies Errors
