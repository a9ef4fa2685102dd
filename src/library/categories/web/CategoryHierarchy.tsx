import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import type { CategoryNode } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'
import { CategoryItem } from './CategoryItem.tsx'
import { useRemoveCategory } from './categories.queries.ts'
import { countBelow, flatten } from './categoryTree.ts'
import { sameButton, treeKeys } from './treeKeys.ts'

/** Branches are open until closed, since people manage categories here. */
export const useClosed = () => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  return {
    isOpen: (id: string) => !closed.has(id),
    toggle: (id: string) => {
      const next = new Set(closed)
      if (!next.delete(id)) next.add(id)
      setClosed(next)
    },
    open: (ids: ReadonlySet<string>) => setClosed((before) => new Set([...before].filter((id) => !ids.has(id)))),
    expandAll: () => setClosed(new Set()),
    collapseAll: (nodes: readonly CategoryNode[]) => setClosed(new Set(nodes.map(({ _id }) => _id))),
  }
}

const useAskAndRemove = () => {
  const words = useWords(categoriesEn).deletion
  const remove = useRemoveCategory()
  return async (node: CategoryNode) => {
    const text = words.text(node.name, node.totalCount, countBelow(node))
    if (!(await confirm({ title: words.title, text, confirm: words.confirm, isDanger: true }))) return
    remove.mutate({ params: { id: node._id } }, { onSuccess: () => toast.success(words.done(node.name)) })
  }
}

type Props = {
  roots: readonly CategoryNode[]
  branches: ReturnType<typeof useClosed>
  onAdd: (below: CategoryNode) => void
  onEdit: (node: CategoryNode) => void
  /** Shown in an empty hierarchy. */
  firstAction: ReactNode
}

/** The nested categories with their actions. */
export const CategoryHierarchy = ({ roots, branches, onAdd, onEdit, firstAction }: Props) => {
  const words = useWords(categoriesEn)
  const total = useRef<HTMLParagraphElement>(null)
  const list = useKeptFocus<HTMLDivElement>((gone) => sameButton(gone) ?? total.current)
  const remove = useAskAndRemove()
  const all = flatten(roots)
  if (all.length === 0) return <EmptyState title={words.empty.title} hint={words.empty.hint} action={firstAction} />
  const actions = { ...branches, addBelow: onAdd, edit: onEdit, remove: (node: CategoryNode) => void remove(node) }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p ref={total} tabIndex={-1} className="grow-[999] basis-[10rem] text-muted tabular-nums">
          {words.total(all.length)}
        </p>
        <div className="flex flex-wrap gap-2 max-md:grow max-md:[&>*]:flex-1">
          <Button icon={<ChevronsDownUp />} onPress={() => branches.collapseAll(all)}>
            {words.collapseAll}
          </Button>
          <Button icon={<ChevronsUpDown />} onPress={branches.expandAll}>
            {words.expandAll}
          </Button>
        </div>
      </div>
      <div ref={list} tabIndex={-1} className="outline-none">
        <div>
          <ul aria-label={words.tree} onKeyDown={treeKeys}>
            {roots.map((node) => (
              <CategoryItem key={node._id} node={node} actions={actions} />
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}
