import { type ReactNode, useEffect, useState } from 'react'

/** What stands beside the page comes after its first drawing, which is the same as the server's where that has drawn it. */
export const AfterFirst = ({ children }: { children: ReactNode }) => {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return isDrawn && children
}
