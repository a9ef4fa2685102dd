import { formatsFor } from '#contract/format.ts'

const { number } = formatsFor('en-IN')

/** The words of the figures above the list of people and at the counter. */
export const figuresEn = {
  label: 'Students and seats',
  ending: 'Ends this week',
  ended: 'Ended',
  owes: 'Owes',
  freeSeats: 'Free seats',
  uncharged: 'Not charged',
  figure: (n: number) => number(n),
}
