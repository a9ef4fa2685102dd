import { useState } from 'react'
import { TextField } from '#web/ui/TextField.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'

/** Denominations of notes and coins, in rupees. */
const pieces = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const

/** Counts the notes and coins of each denomination and reports the sum. */
export const CountedNotes = ({ onCount, isDisabled }: { onCount: (sum: number) => void; isDisabled: boolean }) => {
  const words = useWords(cashboxEn).closing
  const [counts, setCounts] = useState<Record<number, string>>({})
  const set = (piece: number, typed: string) => {
    const next = { ...counts, [piece]: typed.replaceAll(/\D/g, '').slice(0, 5) }
    setCounts(next)
    onCount(pieces.reduce((sum, each) => sum + each * Number(next[each] ?? 0), 0))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the grid is one field of the form
    <div role="group" aria-label={words.notesAndCoins} className="grid grid-cols-3 gap-x-3 gap-y-2">
      {pieces.map((piece, at) => (
        <TextField
          key={piece}
          label={words.note(formatRupees(piece))}
          value={counts[piece] ?? ''}
          onChange={(typed) => set(piece, typed)}
          inputMode="numeric"
          autoComplete="off"
          autoFocus={at === 0}
          isDisabled={isDisabled}
        />
      ))}
    </div>
  )
}
