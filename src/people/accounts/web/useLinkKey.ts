import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const keyIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('key') ?? ''

/**
 * The one-time key behind `#` of the address; blank where there is none. A fragment never reaches a
 * server, and taken out of the address at once, the key does not stay in the history of a shared PC.
 */
export const useLinkKey = (): string => {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [key, setKey] = useState(() => keyIn(hash))
  useEffect(() => {
    if (hash === '') return
    // A newer link opened in the same tab changes nothing but the hash.
    setKey(keyIn(hash))
    navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return key
}
