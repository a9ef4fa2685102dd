import { createContext, use } from 'react'
import type { Slot } from '#contract/terms.ts'
import type { Screen } from '#web/shell/screen.ts'
import type { FieldProps } from '#web/ui/Field.tsx'
import type { User, UserListQuery } from '../users.contract.ts'
import type { ListFigure } from './listFigures.ts'
import type { SeatChoice } from './useUserForm.ts'

/** What other features show of a person. `routes.tsx` provides it. */
export type UserSlots = {
  /** The seat map, the other view of the page. */
  seatMap?: Screen<SeatMapProps>
  prefetchSeats?: () => Promise<void>
  /** The figures above the list, each a filter of it. */
  figures?: Screen<FiguresSlotProps>
  /** Extends a membership, chooses the seat, and takes the payment. */
  renew?: Screen<{ user: User; onClose: () => void }>
  /** Chooses the slot of a new student by chips that name the holder of the seat. */
  slotChips?: Screen<SlotChipsProps>
  /** The import and export menu; exports the people who match the filter. */
  roster?: Screen<{ filter: UserListQuery }>
  /** Creates a link with which a person sets a new password, and shows it once. */
  resetLink?: Screen<{ user: User }>
  /** What a student owes, in a sentence. */
  dues?: Screen<{ userId: string; name: string }>
  /** What a student owes by month, or their credit, and the last receipt: in the student panel. */
  balance?: Screen<PanelSlotProps>
  /** The last payments, dues and other events of a student. */
  timeline?: Screen<PanelSlotProps>
  /** Whether a student is inside now, and the last visits. */
  visits?: Screen<PanelSlotProps>
  /** The locker of a student, or what assigns one. */
  locker?: Screen<PanelSlotProps>
  /** Moves a student to another shift, and shows the price before. */
  changeShift?: Screen<ChangeShiftProps>
  /** Says in the form of a student whose shift is changed there what the form does not do. */
  shiftHint?: Screen<ShiftHintProps>
  /** Further actions on a student: each renders one `PanelAction`, or nothing without permission. */
  panelActions?: readonly Screen<PanelSlotProps>[]
  payment?: Screen<PaymentSlotProps>
  /** Sells a visitor a free seat for one day. */
  dayPass?: Screen<{ wanted?: { seatNumber: number; slot: string }; onClose: () => void }>
  /** The unclosed days of the cash box. */
  cash?: Screen
}

export type SlotChipsProps = Omit<FieldProps, 'name'> & { name: string; seatNumber: string }

export type FiguresSlotProps = {
  /** The figure whose people the list shows. */
  chosen: ListFigure | undefined
  onChoose: (figure: ListFigure | undefined) => void
}

export type PanelSlotProps = { user: User }

export type ChangeShiftProps = {
  student: Pick<User, '_id' | 'name' | 'seatNumber' | 'slot'>
  /** The shift and the seat that were chosen before the dialog opened. */
  slot?: Slot
  seatNumber?: number
  onClose: () => void
  /** Called before `onClose` once the student is moved. */
  onDone?: (moved: { slot: Slot; seatNumber: number | null }) => void
}

export type ShiftHintProps = { userId: string; isDone: boolean; onChangeShift: () => void }

export type SeatMapProps = {
  /** Adds a person to a free seat; undefined for people who may not add anybody. */
  onFree: ((seat: SeatChoice) => void) | undefined
  onPerson: (userId: string) => void
}

/** Takes a payment of a student, and shows its receipt. */
export type PaymentSlotProps = {
  userId: string
  onClose: () => void
  /** Label of the closing button; defaults to Close. */
  close?: string
  /** True if a month's fee is proposed when nothing is owed. */
  proposesMonth?: boolean
  /** True if the amount takes the focus. */
  takesFocus?: boolean
  /** Called once there is a receipt, which the browser prints from then on. */
  onPaid?: () => void
}

const Slots = createContext<UserSlots>({})

export const UserSlotsProvider = Slots.Provider
export const useUserSlots = (): UserSlots => use(Slots)
