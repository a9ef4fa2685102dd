import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { useToasts } from '#web/ui/toast.ts'
import { document } from './testing/library.tsx'
import { useChosen, useSelection } from './useSelection.ts'

const sheets = Array.from({ length: documentLimits.atOnce + 1 }, (_, index) => document(`d${index}`, `Sheet ${index}`, null))
const [first, last] = [sheets[0] as (typeof sheets)[0], sheets.at(-1) as (typeof sheets)[0]]

test('limits the selection to what one call accepts, and says so', () => {
  const { result } = renderHook(() => {
    const selection = useSelection()
    return { selection, chosen: useChosen(selection), toasts: useToasts() }
  })
  act(() => result.current.selection.choose(first, true))
  act(() => result.current.selection.choose(sheets.at(-2) ?? last, true, sheets))
  expect(result.current.chosen).toHaveLength(documentLimits.atOnce)
  act(() => result.current.selection.choose(last, true))
  expect(result.current.chosen).toHaveLength(documentLimits.atOnce)
  expect(result.current.toasts.map(({ text }) => text)).toEqual(['You can select up to 200 documents at a time.'])
})

test('Shift selects upwards and downwards alike, and only the pressed document in another list', () => {
  const { result } = renderHook(() => {
    const selection = useSelection()
    return { ...selection, chosen: useChosen(selection) }
  })
  act(() => result.current.choose(sheets[5] ?? last, true))
  act(() => result.current.choose(sheets[3] ?? last, true, sheets))
  expect(result.current.chosen.map(({ _id }) => _id)).toEqual(['d5', 'd3', 'd4'])
  act(() => result.current.choose(sheets[9] ?? last, true, sheets.slice(8)))
  expect(result.current.chosen.map(({ _id }) => _id)).toEqual(['d5', 'd3', 'd4', 'd9'])
})
