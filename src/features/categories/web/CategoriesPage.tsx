import { ChevronsDownUp, ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import type { CategoryNode } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'
import { AddCategoryDialog } from './AddCategoryDialog.tsx'
import { CategoryItem } from './CategoryItem.tsx'
import { useCategoryTree, useRemoveCategory } from './categories.queries.ts'
import { countBelow, flatten } from './categoryTree.ts'

/** Open until closed: who manages categories wants to see them. */
const useClosed = () => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  return {
    isOpen: (id: string) => !closed.has(id),
    toggle: (id: string) => {
      const next = new Set(closed)
      if (!next.delete(id)) next.add(id)
      setClosed(next)
    },
    open: (id: string) => setClosed((before) => new Set([...before].filter((each) => each !== id))),
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

type TreeProps = { roots: readonly CategoryNode[]; branches: ReturnType<typeof useClosed>; onAdd: (below?: CategoryNode) => void }

const Tree = ({ roots, branches, onAdd }: TreeProps) => {
  const words = useWords(categoriesEn)
  const remove = useAskAndRemove()
  const all = flatten(roots)
  if (all.length === 0) {
    const action = (
      <Button variant="primary" icon={<Plus />} onPress={() => onAdd()}>
        {words.add}
      </Button>
    )
    return <EmptyState title={words.empty.title} hint={words.empty.hint} action={action} />
  }
  const actions = { ...branches, addBelow: onAdd, remove: (node: CategoryNode) => void remove(node) }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted tabular-nums">{words.total(all.length)}</p>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1">
          <Button icon={<ChevronsDownUp />} onPress={() => branches.collapseAll(all)}>
            {words.collapseAll}
          </Button>
          <Button icon={<ChevronsUpDown />} onPress={branches.expandAll}>
            {words.expandAll}
          </Button>
        </div>
      </div>
      <Card className="max-md:px-1">
        <ul aria-label={words.tree}>
          {roots.map((node) => (
            <CategoryItem key={node._id} node={node} actions={actions} />
          ))}
        </ul>
      </Card>
    </>
  )
}

/** Category Management: the hierarchy, adding and deleting. */
export const CategoriesPage = () => {
  const words = useWords(categoriesEn)
  const tree = useCategoryTree()
  const branches = useClosed()
  const [adding, setAdding] = useState<{ below?: CategoryNode }>()
  const add = (below?: CategoryNode) => setAdding(below ? { below } : {})
  return (
    <Page
      title={words.title}
      about={words.lead}
      action={
        <Button variant="primary" icon={<Plus />} isDisabled={!tree.data} onPress={() => add()}>
          {words.add}
        </Button>
      }
    >
      <Loaded of={tree} skeleton={<TreeSkeleton rows={8} />} failed={words.loadFailed}>
        {({ items }) => <Tree roots={items} branches={branches} onAdd={add} />}
      </Loaded>
      {adding && tree.data && (
        <AddCategoryDialog
          roots={tree.data.items}
          parent={adding.below}
          onClose={() => setAdding(undefined)}
          onAdded={({ parentCategory }) => parentCategory && branches.open(parentCategory)}
        />
      )}
    </Page>
  )
}
