import { createContext, use } from 'react'
import type { Screen } from '#web/shell/screen.ts'

/** What other features show of a person; `routes.tsx` fills it. */
export type UserSlots = {
  /** What a student owes, beside the name; nothing where that is nothing. */
  owes?: Screen<{ userId: string }>
  /** The same in a sentence. */
  dues?: Screen<{ userId: string; name: string }>
}

const Slots = createContext<UserSlots>({})

export const UserSlotsProvider = Slots.Provider
export const useUserSlots = (): UserSlots => use(Slots)
