import { formatsFor } from '#contract/format.ts'

const { day } = formatsFor('en-IN')

/** The words of figures as of an earlier day. */
export const asOfEn = {
  open: 'As of an earlier day',
  label: 'As of',
  current: 'Show current figures',
  line: (date: string) => `As of ${day(date)}. Entries made later are not counted.`,
}
