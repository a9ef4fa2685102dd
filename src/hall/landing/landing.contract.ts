import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Slot } from '#contract/terms.ts'

const seats = z.int()

/** The rest of what the landing page shows comes from public calls of other features. */
export const landingApi = {
  freeSeats: endpoint({
    method: 'GET',
    path: '/landing/free-seats',
    access: 'anyone',
    shows: ['customization', 'fees', 'users'],
    summary: 'How many seats are free today in each shift, by its key; null unless the hall shows it to visitors',
    reply: z.object({ freeSeats: z.nullable(z.record(Slot, seats)) }),
  }),
}
