import { createContext, use } from 'react'
import type { useFeeEditing } from './useFeeEditing.ts'

/** The row that is being edited. Cells read it from context, so typing re-renders no other row. */
const FeeEditing = createContext<ReturnType<typeof useFeeEditing> | null>(null)

export const FeeEditingProvider = FeeEditing.Provider

export const useEditedFee = (): ReturnType<typeof useFeeEditing> => {
  const editing = use(FeeEditing)
  if (!editing) throw new Error('There is no editing around this row')
  return editing
}
