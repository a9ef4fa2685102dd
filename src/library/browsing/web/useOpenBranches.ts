import { useState } from 'react'
import type { CategoryTree } from '#library/categories/categories.contract.ts'
import { openAtFirst } from './branches.ts'
import { documentsKept, keepDocuments } from './documentsKept.ts'
import { allBranches } from './searchTree.ts'

const toggled = (set: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The open branches: as this person left them while browsing; in search results, all except those that were closed. */
export const useOpenBranches = (tree: CategoryTree, query: string) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(documentsKept().open ?? openAtFirst(tree)))
  const [closed, setClosed] = useState<{ query: string; ids: ReadonlySet<string> }>({ query, ids: new Set() })
  const closedNow = closed.query === query ? closed.ids : new Set<string>()
  const become = (ids: ReadonlySet<string>) => {
    keepDocuments({ open: [...ids] })
    setOpened(ids)
  }
  /** Also opens these, while browsing. */
  const open = (ids: readonly string[]) => become(new Set([...opened, ...ids]))
  if (query !== '') {
    return {
      isOpen: (id: string) => !closedNow.has(id),
      toggle: (id: string) => setClosed({ query, ids: toggled(closedNow, id) }),
      expandAll: () => setClosed({ query, ids: new Set() }),
      collapseAll: () => setClosed({ query, ids: new Set(allBranches(tree.items)) }),
      open,
    }
  }
  return {
    isOpen: (id: string) => opened.has(id),
    toggle: (id: string) => become(toggled(opened, id)),
    expandAll: () => become(new Set(allBranches(tree.items))),
    collapseAll: () => become(new Set()),
    open,
  }
}
export type OpenBranches = ReturnType<typeof useOpenBranches>
