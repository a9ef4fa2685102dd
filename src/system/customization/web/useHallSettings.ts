import { useState } from 'react'
import { customizationApi } from '../customization.contract.ts'
import type { Hall } from '../customization.settings.contract.ts'
import { useUpdateHall } from './customization.queries.ts'
import { useSettings } from './useSettings.ts'

/** A form with some of the settings of the hall. */
export const useHallSettings = (hall: Hall, failure: string) => {
  const update = useUpdateHall()
  // Texts as typed, such as `1000.` on the way to `1000.50`.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const settings = useSettings(customizationApi.updateHall, {
    stored: hall,
    send: async (body) => {
      const saved = await update.mutateAsync({ body })
      setTyped({})
      return saved
    },
    failure,
  })
  return {
    ...settings,
    discard: () => {
      setTyped({})
      settings.discard()
    },
    /** Returns the props of a field whose text is converted to a value: the text of the draft, and the change that typing makes. */
    text: (name: string, text: string, change: (typed: string) => Partial<Hall>) => ({
      name,
      value: typed[name] ?? text,
      onChange: (next: string) => {
        setTyped((before) => ({ ...before, [name]: next }))
        settings.set(change(next))
      },
      error: settings.errors[name],
    }),
  }
}
export type HallSettings = ReturnType<typeof useHallSettings>
