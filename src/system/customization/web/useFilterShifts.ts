import type { Slot } from '#contract/terms.ts'
import { shiftsApi } from '#system/shifts/shifts.contract.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'
import { useCall } from '#web/api/queryClient.ts'
import { useShifts } from './customization.queries.ts'

/**
 * Returns the shifts that a filter offers: an archived one only while people still have it, or while it is chosen. A hall without
 * archived shifts makes no call for it.
 */
export const useFilterShifts = (chosen?: Slot): readonly Shift[] => {
  const shifts = useShifts()
  const held = useCall(shiftsApi.held, {}, { enabled: shifts.some(({ isArchived }) => isArchived) }).data?.archived ?? []
  return shifts.filter(({ key, isArchived }) => !isArchived || key === chosen || held.includes(key))
}
