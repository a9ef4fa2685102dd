import { useState, useSyncExternalStore } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { documentLimits } from '#library/documents/documents.contract.ts'
import { makeStore, type Store, useStore } from '#web/api/store.ts'
import { toast } from '#web/ui/toast.ts'
import { wordsOf } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'

/** Returns the documents between two in a list, both included, in either order; only the last if the first is not in the list. */
const between = (among: readonly Document[], from: string | undefined, to: Document): readonly Document[] => {
  const [one, other] = [among.findIndex(({ _id }) => _id === from), among.indexOf(to)]
  return one < 0 || other < 0 ? [to] : among.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** The key for `toast.settled`. */
const choosing = 'choose documents'

/**
 * The selected documents. They stay selected while another search shows others. Rows subscribe to it individually: a selection re-renders
 * one row, not a thousand branches.
 */
const makeSelection = () => {
  const chosen = makeStore<ReadonlyMap<string, Document>>(new Map())
  let last: string | undefined
  const become = (next: ReadonlyMap<string, Document>) => {
    toast.settled(choosing)
    chosen.set(next)
  }
  return {
    chosen: chosen as Store<ReadonlyMap<string, Document>>,
    /** With `among`, also selects everything from the last selected document, as Shift does in a file manager. */
    choose: (document: Document, isOn: boolean, among?: readonly Document[]) => {
      const next = new Map(chosen.get())
      for (const each of among ? between(among, last, document) : [document]) {
        if (isOn) next.set(each._id, each)
        else next.delete(each._id)
      }
      if (next.size > documentLimits.atOnce) return toast.error(wordsOf(browsingEn).selection.full(documentLimits.atOnce), { of: choosing })
      last = document._id
      become(next)
    },
    /** Replaces the selection with the first of these, up to the number one call accepts. */
    chooseAll: (documents: readonly Document[]) =>
      become(new Map(documents.slice(0, documentLimits.atOnce).map((each) => [each._id, each]))),
    drop: (ids: readonly string[]) => become(new Map([...chosen.get()].filter(([id]) => !ids.includes(id)))),
    clear: () => become(new Map()),
  }
}
export type Selection = ReturnType<typeof makeSelection>

export const useSelection = (): Selection => useState(makeSelection)[0]

/** The selected documents in the order of selection. */
export const useChosen = ({ chosen }: Selection): Document[] => [...useStore(chosen).values()]

export const useIsChosen = ({ chosen }: Selection, id: string): boolean =>
  useSyncExternalStore(chosen.subscribe, () => chosen.get().has(id))
