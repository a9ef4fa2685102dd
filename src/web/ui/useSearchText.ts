import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** How long typing must rest before it is searched for. */
const restMs = 250

/** A search that stands in the address as `?q=`: `text` is what is typed, `query` what is searched once the typing rests. */
export const useSearchText = () => {
  const [parameters, setParameters] = useSearchParams()
  const query = parameters.get('q') ?? ''
  const [text, setText] = useState(query)
  const written = useRef(query)

  // Back, forward and the menu change the address without the field.
  useEffect(() => {
    if (written.current === query) return
    written.current = query
    setText(query)
  }, [query])

  useEffect(() => {
    const next = text.trim()
    if (next === written.current) return
    const write = () => {
      written.current = next
      setParameters(
        (before) => {
          const after = new URLSearchParams(before)
          if (next === '') after.delete('q')
          else after.set('q', next)
          return after
        },
        { replace: true },
      )
    }
    const timer = setTimeout(write, next === '' ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [text, setParameters])

  return { text, setText, query }
}
