import { useRef, useState } from 'react'
import { errorText, useWords } from '#web/words.ts'
import type { ImportReply } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import type { CellFix } from '../roster.register.contract.ts'
import { checkRegister, type Reading } from './roster.queries.ts'

/** A file held in memory, so that it can be sent again after the one on the device has changed, with the server's reply. */
export type CheckedFile = { file: File; reading: Reading; checked: ImportReply }

const withFixes = (before: readonly CellFix[], added: readonly CellFix[]): CellFix[] => {
  const replaced = new Set(added.map(({ row, field }) => `${row} ${field}`))
  return [...before.filter(({ row, field }) => !replaced.has(`${row} ${field}`)), ...added]
}

/**
 * The person's choices and corrections, checked again after each change. Changes during a check are checked together after it. A
 * check that fails loses none of them.
 */
export const useRegister = (start: CheckedFile) => {
  const words = useWords(rosterEn)
  const [reading, setReading] = useState(start.reading)
  const [checked, setChecked] = useState(start.checked)
  const [error, setError] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  const [past, setPast] = useState<readonly Reading['fixes'][]>([])
  const latest = useRef(start.reading)
  const isRunning = useRef(false)

  const check = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setChecking(true)
    try {
      let asked: Reading
      do {
        asked = latest.current
        setChecked(await checkRegister(start.file, asked))
      } while (asked !== latest.current)
      setError(undefined)
    } catch (failed) {
      setError(errorText(failed, words.checkFailed))
    } finally {
      isRunning.current = false
      setChecking(false)
    }
  }
  const change = (part: Partial<Reading>) => {
    latest.current = { ...latest.current, ...part }
    setReading(latest.current)
    void check()
  }
  return {
    file: start.file,
    reading,
    checked,
    error,
    isChecking,
    check,
    change,
    fix: (fixes: readonly CellFix[]) => {
      setPast([...past, latest.current.fixes])
      change({ fixes: withFixes(latest.current.fixes, fixes) })
    },
    /** Reverts the last correction; undefined if there is none. */
    undo:
      past.length === 0
        ? undefined
        : () => {
            setPast(past.slice(0, -1))
            change({ fixes: past.at(-1) ?? [] })
          },
  }
}
export type Register = ReturnType<typeof useRegister>
