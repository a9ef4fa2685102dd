import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onReturn } from './onReturn.ts'

type Props = {
  /** The page's data has just been loaded: its children wait until the person leaves it or comes back to it. */
  isFresh?: boolean
  children: ReactNode
}

/** Renders its children after the first render of the page, which equals the server's if that has rendered it. */
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
