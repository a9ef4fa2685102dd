import { useState, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import { toast } from '#web/ui/toast.ts'
import { wordsOf } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'

/** The documents of a list from one to another, both included, whichever stands first; only the last where the first is not there. */
const between = (among: readonly Document[], from: string | undefined, to: Document): readonly Document[] => {
  const [one, other] = [among.findIndex(({ _id }) => _id === from), among.indexOf(to)]
  return one < 0 || other < 0 ? [to] : among.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** The action of `toast.settled`. */
const choosing = 'choose documents'

/**
 * The documents that are ticked, to do one thing with all of them. They stay ticked while another search shows
 * others. Rows watch it by themselves: a tick draws one row again, and not a thousand branches.
 */
const makeSelection = () => {
  let chosen: ReadonlyMap<string, Document> = new Map()
  let last: string | undefined
  const watchers = new Set<() => void>()
  const become = (next: ReadonlyMap<string, Document>) => {
    chosen = next
    toast.settled(choosing)
    for (const watch of watchers) watch()
  }
  return {
    watch: (watch: () => void) => {
      watchers.add(watch)
      return () => void watchers.delete(watch)
    },
    get: () => chosen,
    /** With `among`, everything from the one ticked before is ticked too, as with Shift in a file manager. */
    choose: (document: Document, isOn: boolean, among?: readonly Document[]) => {
      const next = new Map(chosen)
      for (const each of among ? between(among, last, document) : [document]) {
        if (isOn) next.set(each._id, each)
        else next.delete(each._id)
      }
      if (next.size > limits.documentsAtOnce)
        return toast.error(wordsOf(documentsEn).selection.full(limits.documentsAtOnce), { of: choosing })
      last = document._id
      become(next)
    },
    /** The first of these in place of what was ticked, up to as many as one call takes. */
    chooseAll: (documents: readonly Document[]) =>
      become(new Map(documents.slice(0, limits.documentsAtOnce).map((each) => [each._id, each]))),
    drop: (ids: readonly string[]) => become(new Map([...chosen].filter(([id]) => !ids.includes(id)))),
    clear: () => become(new Map()),
  }
}
export type Selection = ReturnType<typeof makeSelection>

export const useSelection = (): Selection => useState(makeSelection)[0]

/** Everything that is ticked, in the order it was. */
export const useChosen = ({ watch, get }: Selection): Document[] => [...useSyncExternalStore(watch, get).values()]

export const useIsChosen = ({ watch, get }: Selection, id: string): boolean => useSyncExternalStore(watch, () => get().has(id))
