import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { useWords } from '#web/words.ts'
import type { Category, CategoryNode } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'
import { AddCategoryDialog } from './AddCategoryDialog.tsx'
import { CategoryHierarchy, useClosed } from './CategoryHierarchy.tsx'
import { useCategoryTree } from './categories.queries.ts'
import { idsUpFrom } from './categoryTree.ts'
import { EditCategoryDialog } from './EditCategoryDialog.tsx'

type Shown = { adding: true; below?: CategoryNode } | { editing: CategoryNode }

/** Category Management: the hierarchy, with actions to add, edit, move and delete. */
export const CategoriesPage = () => {
  const words = useWords(categoriesEn)
  const tree = useCategoryTree()
  const branches = useClosed()
  const [shown, setShown] = useState<Shown>()
  const add = (
    <Button variant="primary" icon={<Plus />} isDisabled={!tree.data} onPress={() => setShown({ adding: true })}>
      {words.add}
    </Button>
  )
  const dialog = {
    roots: tree.data?.items ?? [],
    onClose: () => setShown(undefined),
  }
  // Opens the ancestors, so that the saved category is visible.
  const openAbove = ({ parentCategory }: Category) => branches.open(idsUpFrom(dialog.roots, parentCategory))
  return (
    <Page title={words.title} action={add}>
      <Loaded of={tree} skeleton={<TreeSkeleton rows={8} />} failed={words.loadFailed}>
        {({ items }) => (
          <CategoryHierarchy
            roots={items}
            branches={branches}
            onAdd={(below) => setShown({ adding: true, below })}
            onEdit={(editing) => setShown({ editing })}
            firstAction={add}
          />
        )}
      </Loaded>
      {shown && 'adding' in shown && <AddCategoryDialog {...dialog} parent={shown.below} onAdded={openAbove} />}
      {shown && 'editing' in shown && <EditCategoryDialog {...dialog} node={shown.editing} onSaved={openAbove} />}
    </Page>
  )
}
