import { useState } from 'react'
import type { ColorName, Palette } from '#contract/theme/palette.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { customizationApi, type Theme } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { themesEn } from '../customization.themes.en.ts'
import { useCreateTheme, useUpdateTheme } from './customization.queries.ts'
import { useSettings } from './useSettings.ts'

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** A name and twelve colors. While a color is incomplete, `lastValid` keeps the previous one for the preview. */
export const useThemeForm = (theme: Theme | undefined, start: Palette, onClose: () => void) => {
  const words = useWords(themesEn)
  const { failures } = useWords(customizationEn)
  const create = useCreateTheme()
  const update = useUpdateTheme()
  // The edited theme may be refetched; the form keeps the values it started with.
  const [stored] = useState({ name: theme?.name ?? '', colors: theme?.colors ?? start })
  const [lastValid, setLastValid] = useState<Palette>(stored.colors)
  const settings = useSettings(customizationApi.createTheme, {
    stored,
    send: (body) => (theme ? update.mutateAsync({ params: { id: theme._id }, body }) : create.mutateAsync({ body })),
    failure: failures.saveTheme,
    sends: 'all',
    onDone: ({ name }) => {
      toast.success(theme ? words.form.saved(name) : words.form.created(name))
      onClose()
    },
  })
  return {
    ...settings,
    lastValid,
    setName: (name: string) => settings.set({ name }),
    setColor: (color: ColorName, next: string) => {
      settings.set({ colors: { ...settings.draft.colors, [color]: next } })
      if (isColor(next)) setLastValid((before) => ({ ...before, [color]: next }))
    },
  }
}
