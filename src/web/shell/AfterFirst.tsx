import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onReturn } from './onReturn.ts'

type Props = {
  /** What stands on the page has come just now: there is time until someone leaves it or comes back to it. */
  isFresh?: boolean
  children: ReactNode
}

/** What stands beside the page comes after its first drawing, which is the same as the server's where that has drawn it. */
export const AfterFirst = ({ isFresh = false, children }: Props) => {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (isFresh && pathname === first) return onReturn(() => setDue(true))
    setDue(true)
    return undefined
  }, [isFresh, pathname, first])
  return isDue && children
}
