import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const keyIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('key') ?? ''

/**
 * Returns the single-use key after `#` in the URL, blank if there is none. A fragment is never sent to a server. It is removed from
 * the URL immediately, so that the key does not stay in the history of a shared PC.
 */
export const useLinkKey = (): string => {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [key, setKey] = useState(() => keyIn(hash))
  useEffect(() => {
    if (hash === '') return
    // Opening a newer link in the same tab changes only the hash.
    setKey(keyIn(hash))
    navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return key
}
