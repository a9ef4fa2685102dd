import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** How long the rows are highlighted; the label beside them stays. */
const litMs = 6_000

/** Documents that were just added, as named by the address. */
export type Arrivals = {
  category: string | undefined
  ids: ReadonlySet<string>
  /** True while they are highlighted. */
  isLit: boolean
  /** Ref for the row of each, and for their branch: the first one rendered is scrolled into view. */
  rowShown: (row: HTMLElement | null) => void
  branchShown: (branch: HTMLElement | null) => void
}

const show = (element: HTMLElement): void => element.scrollIntoView({ block: 'nearest' })

/**
 * `?category=ID&new=ID,ID` opens a branch and marks its new documents. The parameters are removed from the address at once, so that
 * reloading or sharing the link marks nothing; the marks stay until the page is left.
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
