import { useCallback, useMemo, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'

/** The documents of a list from one to another, both included, whichever stands first; only the last where the first is not there. */
const between = (among: readonly Document[], from: string | undefined, to: Document): readonly Document[] => {
  const [one, other] = [among.findIndex(({ _id }) => _id === from), among.indexOf(to)]
  return one < 0 || other < 0 ? [to] : among.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** The documents that are ticked, to do one thing with all of them. They stay ticked while another search shows others. */
export const useSelection = () => {
  const words = useWords(documentsEn).selection
  const [chosen, setChosen] = useState<ReadonlyMap<string, Document>>(new Map())
  const last = useRef<string>(undefined)

  /** With `among`, everything from the one ticked before is ticked too, as with Shift in a file manager. */
  const choose = useCallback(
    (document: Document, isOn: boolean, among?: readonly Document[]) => {
      const next = new Map(chosen)
      for (const each of among ? between(among, last.current, document) : [document]) {
        if (isOn) next.set(each._id, each)
        else next.delete(each._id)
      }
      if (next.size > limits.documentsAtOnce) return toast.error(words.full(limits.documentsAtOnce))
      last.current = document._id
      setChosen(next)
    },
    [chosen, words],
  )
  const drop = useCallback((ids: readonly string[]) => setChosen((before) => new Map([...before].filter(([id]) => !ids.includes(id)))), [])
  return useMemo(
    () => ({ documents: [...chosen.values()], has: (id: string) => chosen.has(id), choose, drop, clear: () => setChosen(new Map()) }),
    [chosen, choose, drop],
  )
}
export type Selection = ReturnType<typeof useSelection>
