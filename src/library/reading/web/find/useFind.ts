import { useCallback, useEffect, useRef, useState } from 'react'
import { foldText } from '#library/extraction/extraction.find.policy.ts'
import { type Found, find, firstFrom, nothingFound, ordinalOf, type Place, type Searchable, stepFrom } from './finder.ts'

/** Milliseconds after the last letter. */
const restMs = 250

/** What was found for a text, and the match that is looked at. */
type Outcome = { readonly wanted: string; readonly found: Found; readonly place: Place | undefined }
const none: Outcome = { wanted: '', found: nothingFound, place: undefined }

/** A search through an open document: what is typed, what was found, and the match that is looked at. */
export const useFind = (text: Searchable, current: () => number) => {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [outcome, setOutcome] = useState(none)
  /** Counts the presses on the bar and on Ctrl F, so that each takes the focus there. */
  const [asked, setAsked] = useState(0)
  const begin = useRef(current)
  begin.current = current
  const wanted = isOpen ? typed.trim() : ''
  // An outcome of what was typed before is none.
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
    /** As matches are compared; empty where nothing is looked for. */
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
