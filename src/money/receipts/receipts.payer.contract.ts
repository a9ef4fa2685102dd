import * as z from 'zod/mini'
import { Day, Id } from '#contract/fields.ts'

/** Who paid: `studentId` is the student, or the visitor who bought a day pass. The name is that at the time of issue. */
export const payer = { studentId: Id, isVisitor: z.boolean(), studentName: z.string() }

/** The day pass that was sold with a receipt; its seat is the seat of the receipt. */
export const PassOnReceipt = z.object({ day: Day, shiftName: z.string(), from: z.string(), to: z.string() })
