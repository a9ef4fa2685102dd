import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** How long the rows stand out; the word beside them stays. */
const litMs = 6_000

/** What has just come into the library, as the address said. */
export type Arrivals = {
  category: string | undefined
  ids: ReadonlySet<string>
  /** They stand out for a moment. */
  isLit: boolean
  /** For the row of one of them, and for the branch they are in: what comes first is scrolled to. */
  rowShown: (row: HTMLElement | null) => void
  branchShown: (branch: HTMLElement | null) => void
}

const show = (element: HTMLElement): void => element.scrollIntoView({ block: 'nearest' })

/**
 * `?category=ID&new=ID,ID` opens a branch and marks what has come there. The address is rid of it at once, so that a reload or a
 * link that is passed on marks nothing; the marks stay until the page is left.
 */
export const useArrivals = (openBranch: (category: string) => void): Arrivals => {
  const [parameters, setParameters] = useSearchParams()
  const category = parameters.get('category')
  const ids = parameters.get('new')
  const [arrived, setArrived] = useState<{ category: string | undefined; ids: ReadonlySet<string> }>({
    category: undefined,
    ids: new Set(),
  })
  const [isLit, setLit] = useState(false)
  const todo = useRef({ branch: false, row: false })
  const opening = useRef(openBranch)
  opening.current = openBranch

  useEffect(() => {
    if (category === null && ids === null) return
    todo.current = { branch: true, row: true }
    setArrived({ category: category ?? undefined, ids: new Set(ids?.split(',').filter(Boolean)) })
    setLit(true)
    if (category !== null) opening.current(category)
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('category')
        after.delete('new')
        return after
      },
      { replace: true },
    )
  }, [category, ids, setParameters])

  const [timer] = useState<{ id?: ReturnType<typeof setTimeout> }>({})
  useEffect(() => () => clearTimeout(timer.id), [timer])
  const [shown] = useState(() => ({
    branchShown: (branch: HTMLElement | null) => {
      if (!branch || !todo.current.branch) return
      todo.current.branch = false
      show(branch)
    },
    rowShown: (row: HTMLElement | null) => {
      if (!row || !todo.current.row) return
      todo.current = { branch: false, row: false }
      show(row)
      clearTimeout(timer.id)
      timer.id = setTimeout(() => setLit(false), litMs)
    },
  }))
  return useMemo(() => ({ ...arrived, isLit, ...shown }), [arrived, isLit, shown])
}
