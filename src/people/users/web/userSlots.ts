import { createContext, use } from 'react'
import type { Screen } from '#web/shell/screen.ts'

/** What other features show of a person; `routes.tsx` fills it. */
export type UserSlots = {
  /** What a student owes, beside the name; nothing where that is nothing. */
  owes?: Screen<{ userId: string }>
  /** The same in a sentence. */
  dues?: Screen<{ userId: string; name: string }>
  payment?: Screen<PaymentSlotProps>
  /** The line below the title, or what of the cash box is not closed. */
  cash?: Screen<{ about: string }>
}

/** Takes a payment of a student, and shows its receipt. */
export type PaymentSlotProps = {
  userId: string
  onClose: () => void
  /** What the way out is called, where that is not Close. */
  close?: string
  /** A month's fee is proposed where nothing is owed. */
  proposesMonth?: boolean
  /** Whether the amount takes the focus by now. */
  takesFocus?: boolean
  /** The receipt has come, and is what the browser prints from then on. */
  onPaid?: () => void
}

const Slots = createContext<UserSlots>({})

export const UserSlotsProvider = Slots.Provider
export const useUserSlots = (): UserSlots => use(Slots)
