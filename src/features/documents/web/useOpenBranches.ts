import { useState } from 'react'
import { onForget } from '#web/api/session.ts'

/** Which branches were open when the page was left: coming back finds them so. */
let remembered: ReadonlySet<string> = new Set()
onForget(() => {
  remembered = new Set()
})

const toggled = (set: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Which branches are open: closed until opened while browsing, and open until closed in what a search found. */
export const useOpenBranches = (all: () => string[], query: string) => {
  const [opened, setOpened] = useState(remembered)
  const [closed, setClosed] = useState<{ query: string; ids: ReadonlySet<string> }>({ query, ids: new Set() })
  const closedNow = closed.query === query ? closed.ids : new Set<string>()
  const open = (ids: ReadonlySet<string>) => {
    remembered = ids
    setOpened(ids)
  }
  if (query !== '') {
    return {
      isOpen: (id: string) => !closedNow.has(id),
      toggle: (id: string) => setClosed({ query, ids: toggled(closedNow, id) }),
      expandAll: () => setClosed({ query, ids: new Set() }),
      collapseAll: () => setClosed({ query, ids: new Set(all()) }),
    }
  }
  return {
    isOpen: (id: string) => opened.has(id),
    toggle: (id: string) => open(toggled(opened, id)),
    expandAll: () => open(new Set(all())),
    collapseAll: () => open(new Set()),
  }
}
export type OpenBranches = ReturnType<typeof useOpenBranches>
