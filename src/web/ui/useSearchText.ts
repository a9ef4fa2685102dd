import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAddressNow } from '../shell/useAddressNow.ts'

/** How long typing must rest before the search. */
const restMs = 250

/** A search in the address as `?q=`: `text` is what is typed, `query` what is searched once the typing rests. */
export const useSearchText = () => {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const addressNow = useAddressNow()
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
      const { search, state } = addressNow()
      const after = new URLSearchParams(search)
      if (next === '') after.delete('q')
      else after.set('q', next)
      navigate({ search: after.toString() }, { replace: true, state })
    }
    const timer = setTimeout(write, next === '' ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [text, navigate, addressNow])

  return { text, setText, query }
}
