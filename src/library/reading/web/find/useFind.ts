import { useCallback, useEffect, useRef, useState } from 'react'
import { foldText } from '#library/extraction/extraction.find.policy.ts'
import { type Found, find, firstFrom, nothingFound, ordinalOf, type Place, type Searchable, stepFrom } from './finder.ts'

/** Delay in milliseconds after the last typed letter. */
const restMs = 250

/** The matches for a query, and the current match. */
type Outcome = { readonly wanted: string; readonly found: Found; readonly place: Place | undefined }
const none: Outcome = { wanted: '', found: nothingFound, place: undefined }

/** A search in an open document: the typed query, its matches, and the current match. */
export const useFind = (text: Searchable, current: () => number) => {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [outcome, setOutcome] = useState(none)
  /** Counts the requests to open the search, so that each focuses the field. */
  const [asked, setAsked] = useState(0)
  const begin = useRef(current)
  begin.current = current
  const wanted = isOpen ? typed.trim() : ''
  // The outcome of a previous query is ignored.
  const { found, place } = outcome.wanted === wanted ? outcome : { found: { ...nothingFound, done: false }, place: undefined }

  useEffect(() => {
    if (wanted === '') return setOutcome(none)
    const aborter = new AbortController()
    const timer = setTimeout(() => {
      const from = begin.current()
      const tell = (next: Found) =>
        setOutcome((before) => ({ wanted, found: next, place: (before.wanted === wanted && before.place) || firstFrom(next, from) }))
      void find({ text, typed: wanted, from, signal: aborter.signal, tell })
    }, restMs)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [text, wanted])

  return {
    isOpen,
    asked,
    typed,
    setTyped,
    /** Folded for comparison; empty if there is no search. */
    query: foldText(wanted),
    found,
    place,
    ordinal: place ? ordinalOf(found, place) : 0,
    open: useCallback(() => {
      setOpen(true)
      setAsked((times) => times + 1)
    }, []),
    close: useCallback(() => setOpen(false), []),
    step: (direction: 1 | -1) =>
      setOutcome((before) => (before.place ? { ...before, place: stepFrom(before.found, before.place, direction) } : before)),
  }
}
export type Find = ReturnType<typeof useFind>
