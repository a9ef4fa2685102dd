import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/** Each is the length of a list that the screens can show. */
export const Figures = z.object({
  /** Students with a seat whose account ends within 7 days, today included. */
  ending: z.int(),
  /** Students whose account has ended and for whom the seat is kept. */
  ended: z.int(),
  /** People who owe something, due or not. */
  owes: z.int(),
  /** Seats with a free half; a seat that is only kept is free. */
  freeSeats: z.int(),
  /** Students with a seat who have no fee for the month that they are in, or no joining date. */
  uncharged: z.int(),
})
export type Figures = z.infer<typeof Figures>

export const figuresApi = {
  figures: endpoint({
    method: 'GET',
    path: '/user/figures',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'How many students leave soon, have left, owe and are not charged, and how many seats are free',
    reply: Figures,
  }),
}
