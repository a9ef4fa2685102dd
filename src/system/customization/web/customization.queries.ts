import { useMemo } from 'react'
import { isStaff } from '#contract/actor.ts'
import type { Slot } from '#contract/terms.ts'
import { type Shift, shiftNamer } from '#system/shifts/shifts.shapes.contract.ts'
import { useAction, useCall } from '#web/api/queryClient.ts'
import { onForget, useSession } from '#web/api/session.ts'
import { sentAt, sentCustomization } from '#web/shell/sentCustomization.ts'
import { useWords } from '#web/words.ts'
import { type Customization, customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { defaultRules, type HallRules } from '../customization.rules.contract.ts'
import { defaultHall, type Hall } from '../customization.settings.contract.ts'

// After a sign-in or sign-out it may be outdated, and the response to a call takes precedence.
let sent = sentCustomization as Customization | undefined
onForget(() => {
  sent = undefined
})

/** Starts with the public customization that the page was sent with; staff refetch at once for the rest. */
export const useCustomization = (enabled = true) => {
  const me = useSession()?.user
  const initialDataUpdatedAt = me && isStaff(me) ? 0 : sentAt
  return useCall(customizationApi.get, {}, sent ? { enabled, initialData: sent, initialDataUpdatedAt } : { enabled })
}

/** The settings of the hall, if known: every page loads the customization after it is drawn. */
export const useHall = (): Hall => useCustomization(false).data?.hall ?? defaultHall

/** All shifts of the hall, if loaded; the archived ones are last. */
export const useShifts = (): readonly Shift[] => {
  const { shifts } = useHall()
  return useMemo(() => shifts.toSorted((one, other) => Number(one.isArchived) - Number(other.isArchived)), [shifts])
}

/** Returns a function from the key of a shift to its name. */
export const useShiftName = (): ((slot: Slot) => string) => {
  const { shifts } = useHall()
  return useMemo(() => shiftNamer(shifts), [shifts])
}

export const useFigures = () => useCall(customizationApi.figures)
/** What managers may do, if loaded. */
export const useHallRules = (): HallRules => useCall(customizationApi.get, {}, { enabled: false }).data?.rules ?? defaultRules

export const useThemes = () => useCall(customizationApi.themes)

const useFailures = () => useWords(customizationEn).failures

export const useUpdateSystemName = () => useAction(customizationApi.updateSystemName)
export const useUploadLogo = () => useAction(customizationApi.uploadLogo)
export const useRemoveLogo = () => useAction(customizationApi.removeLogo, { failure: useFailures().removeLogo })
export const useToggleLogo = () =>
  useAction(customizationApi.toggleLogo, {
    failure: useFailures().toggleLogo,
    optimistic: (change, { body: { showLogo } }) => change(customizationApi.get, (before) => ({ ...before, showLogo })),
  })
export const useUpdateLogoSize = () =>
  useAction(customizationApi.updateLogoSize, {
    failure: useFailures().updateLogoSize,
    optimistic: (change, { body: { logoSize } }) => change(customizationApi.get, (before) => ({ ...before, logoSize })),
  })
export const useApplyTheme = () => useAction(customizationApi.applyTheme)
export const useCreateTheme = () => useAction(customizationApi.createTheme)
export const useUpdateTheme = () => useAction(customizationApi.updateTheme)
export const useRemoveTheme = () => useAction(customizationApi.removeTheme, { failure: useFailures().removeTheme })
export const useUpdateLanding = () => useAction(customizationApi.updateLanding)
export const useUpdateHall = () => useAction(customizationApi.updateHall)
export const useUpdateDocuments = () => useAction(customizationApi.updateDocuments)
export const useUpdateRules = () => useAction(customizationApi.updateRules)
export const useUpdateChat = () => useAction(customizationApi.updateChat)
