import { useCallback, useEffect, useRef, useState } from 'react'
import { type Found, firstFrom, nothingFound, ordinalOf, type Place, type Searchable, search, stepFrom } from './finder.ts'
import { foldText } from '#features/extraction/extraction.find.policy.ts'

/** Milliseconds after the last letter. */
const restMs = 250

/** A search through an open document: what is typed, what was found, and the match that is looked at. */
export const useFind = (text: Searchable, current: () => number) => {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found>(nothingFound)
  const [place, setPlace] = useState<Place>()
  /** Counts the presses on the bar and on Ctrl F, so that each takes the focus there. */
  const [asked, setAsked] = useState(0)
  const begin = useRef(current)
  begin.current = current

  useEffect(() => {
    setPlace(undefined)
    setFound(typed === '' ? nothingFound : { ...nothingFound, done: false })
    if (!isOpen || typed === '') return
    const aborter = new AbortController()
    const timer = setTimeout(() => {
      const from = begin.current()
      const tell = (next: Found) => {
        setFound(next)
        setPlace((before) => before ?? firstFrom(next, from))
      }
      void search({ text, typed, from, signal: aborter.signal, tell })
    }, restMs)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [text, typed, isOpen])

  return {
    isOpen,
    asked,
    typed,
    setTyped,
    /** As matches are compared; empty where nothing is looked for. */
    query: isOpen ? foldText(typed) : '',
    found,
    place,
    ordinal: place ? ordinalOf(found, place) : 0,
    open: useCallback(() => {
      setOpen(true)
      setAsked((times) => times + 1)
    }, []),
    close: useCallback(() => setOpen(false), []),
    step: (direction: 1 | -1) => setPlace((before) => before && stepFrom(found, before, direction)),
  }
}
export type Find = ReturnType<typeof useFind>
