import { formatsFor } from '#contract/format.ts'

const { day, number, plural } = formatsFor('en-IN')

/** The words of ID cards. */
export const cardsEn = {
  title: 'ID Cards',
  about: 'Ten cards on one A4 page, each as large as a bank card.',
  back: 'Back to users',
  chosen: (n: number, all: number) =>
    plural(all, { one: `${number(n)} of 1 card chosen`, other: `${number(n)} of ${number(all)} cards chosen` }),
  all: 'Choose all',
  none: 'Choose none',
  print: 'Print',
  list: 'Cards',
  card: (name: string) => `Print the card of ${name}`,
  place: (seatNumber: number | null, slotName: string | null, label?: string) =>
    [...(seatNumber === null ? [] : [`Seat ${label ?? seatNumber}`]), ...(slotName === null ? [] : [slotName])].join(' · '),
  validUntil: (last: string) => `Valid until ${day(last)}`,
  empty: 'No students found',
  emptyHint: 'Cards are for the students that the filters of the list show.',
  loadFailed: 'Failed to load users',
}
