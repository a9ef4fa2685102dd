import { formatsFor } from '#contract/format.ts'
import { termsEn } from '#contract/terms.en.ts'
import type { ShiftColour } from './shifts.shapes.contract.ts'

const { number, plural, rupees } = formatsFor('en-IN')

/** The words of Customization, Hall, Shifts. */
export const shiftsEn = {
  title: 'Shifts',
  about: 'A seat can have several students if their shifts do not overlap.',
  add: 'Add shift',
  list: 'Shifts',
  loadFailed: 'Failed to load shifts',
  archived: 'Archived',
  times: termsEn.dayPart,
  usualFee: 'Monthly fee of the hall',
  fee: (amount: number) => `${rupees(amount)} a month`,
  students: (n: number) => plural(n, { one: '1 student', other: `${number(n)} students` }),
  edit: (name: string) => `Edit ${name}`,
  archive: (name: string) => `Archive ${name}`,
  restore: (name: string) => `Use ${name} again`,
  remove: (name: string) => `Delete ${name}`,
  restored: (name: string) => `${name} is offered again.`,
  saved: (name: string) => `${name} was saved.`,
  failed: 'The shift was not changed',
  archiving: {
    title: (name: string) => `Archive ${name}`,
    text: (name: string) => `${name} is no longer offered to students. Students who have it keep it.`,
    confirm: 'Archive',
    done: (name: string) => `${name} was archived.`,
  },
  deletion: {
    title: (name: string) => `Delete ${name}`,
    text: (name: string) => `Are you sure you want to delete ${name}?`,
    confirm: 'Delete',
    done: (name: string) => `${name} was deleted.`,
  },
  form: {
    addTitle: 'Add shift',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Name',
    from: 'From',
    to: 'To',
    timesHint: 'If both times are the same, the shift is the whole day. A shift may end on the next day.',
    monthlyFee: 'Monthly fee (₹)',
    feeHint: 'Leave blank to charge the monthly fee of the hall. Existing fees do not change.',
    colour: 'Color',
    colours: {
      warning: 'Amber',
      info: 'Blue',
      success: 'Green',
      accent: 'Accent',
      primary: 'Primary',
      secondary: 'Secondary',
      error: 'Red',
    } satisfies Record<ShiftColour, string>,
    save: 'Save shift',
    saving: 'Saving…',
    failed: 'Failed to save the shift',
  },
}
