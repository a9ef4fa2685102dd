import { useState } from 'react'
import { TextField } from '#web/ui/TextField.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'

/** Notes and coins, in rupees. */
const pieces = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const

/** How many of each note and coin there are, added up. */
export const CountedNotes = ({ onCount, isDisabled }: { onCount: (sum: number) => void; isDisabled: boolean }) => {
  const words = useWords(cashboxEn).closing
  const [counts, setCounts] = useState<Record<number, string>>({})
  const set = (piece: number, typed: string) => {
    const next = { ...counts, [piece]: typed.replaceAll(/\D/g, '').slice(0, 5) }
    setCounts(next)
    onCount(pieces.reduce((sum, each) => sum + each * Number(next[each] ?? 0), 0))
  }
  return (
    <div className="grid grid-cols-3 gap-3">
      {pieces.map((piece) => (
        <TextField
          key={piece}
          label={words.note(formatRupees(piece))}
          value={counts[piece] ?? ''}
          onChange={(typed) => set(piece, typed)}
          inputMode="numeric"
          autoComplete="off"
          isDisabled={isDisabled}
        />
      ))}
    </div>
  )
}
