import * as z from 'zod/mini'
import { Slot } from '#contract/terms.ts'

/** Colours of shifts: those of the active theme. */
export const shiftColours = ['warning', 'info', 'success', 'accent', 'primary', 'secondary', 'error'] as const
export const ShiftColour = z.enum(shiftColours, 'Please choose a color')
export type ShiftColour = z.infer<typeof ShiftColour>

export const Shift = z.object({
  /** Permanent, made of the first name; `morning`, `afternoon` and `full-day` for the first three. */
  key: Slot,
  name: z.string(),
  /** Equal times are the whole day; a shift that ends before it starts crosses midnight, which is `00:00`. */
  from: z.string(),
  to: z.string(),
  /** In rupees; null if it is the hall's. */
  monthlyFee: z.nullable(z.number()),
  colour: ShiftColour,
  /** An archived shift keeps its students, and is not offered to others. */
  isArchived: z.boolean(),
})
export type Shift = z.infer<typeof Shift>

/** The shifts of a hall that has never changed them. */
export const firstShifts: readonly Shift[] = [
  { key: 'morning', name: 'Morning', from: '00:00', to: '14:00', monthlyFee: null, colour: 'warning', isArchived: false },
  { key: 'afternoon', name: 'Afternoon', from: '14:00', to: '00:00', monthlyFee: null, colour: 'info', isArchived: false },
  { key: 'full-day', name: 'Full-day', from: '00:00', to: '00:00', monthlyFee: null, colour: 'success', isArchived: false },
]

/** Returns the names of shifts by their keys. A key that the hall does not have is its own name. */
export const shiftNamer = (shifts: readonly Pick<Shift, 'key' | 'name'>[]): ((slot: Slot) => string) => {
  const names = new Map(shifts.map(({ key, name }) => [key, name]))
  return (slot) => names.get(slot) ?? slot
}
