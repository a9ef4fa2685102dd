import { ChevronRight, FolderPlus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import type { CategoryNode } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'
import { categoryPolicy } from '../categories.policy.ts'

export type ItemActions = {
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
  addBelow: (node: CategoryNode) => void
  remove: (node: CategoryNode) => void
}

const Buttons = ({ node, actions }: { node: CategoryNode; actions: ItemActions }) => {
  const words = useWords(categoriesEn)
  return (
    <div className="flex shrink-0">
      {categoryPolicy.takesSubcategories(node) && (
        <IconButton label={words.addBelow(node.name)} onPress={() => actions.addBelow(node)}>
          <FolderPlus />
        </IconButton>
      )}
      <IconButton label={words.remove(node.name)} tone="danger" onPress={() => actions.remove(node)}>
        <Trash2 />
      </IconButton>
    </div>
  )
}

/** One category with what is below it. */
export const CategoryItem = ({ node, actions }: { node: CategoryNode; actions: ItemActions }) => {
  const words = useWords(categoriesEn)
  const below = useId()
  const { _id, name, level, path, subcategories, totalCount } = node
  const hasBelow = subcategories.length > 0
  const isOpen = hasBelow && actions.isOpen(_id)
  return (
    <li>
      <div className="flex items-start gap-1 border-line border-b py-2">
        <IconButton
          label={isOpen ? words.collapse(name) : words.expand(name)}
          aria-expanded={hasBelow ? isOpen : undefined}
          aria-controls={isOpen ? below : undefined}
          onPress={() => actions.toggle(_id)}
          className={hasBelow ? '' : 'invisible'}
        >
          <ChevronRight className={`transition-transform duration-150 ${isOpen ? 'rotate-90' : ''}`} />
        </IconButton>
        <div className="min-w-0 flex-1 py-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="wrap-anywhere">{name}</span>
            <Badge tone="primary">{words.level(level)}</Badge>
          </p>
          <p className="text-muted text-sm wrap-anywhere">{path}</p>
          <p className="text-muted text-sm tabular-nums">{words.counts(subcategories.length, totalCount)}</p>
        </div>
        <Buttons node={node} actions={actions} />
      </div>
      {isOpen && (
        <ul id={below} className="ml-5 border-line border-l pl-2 max-md:ml-2 max-md:pl-0">
          {subcategories.map((child) => (
            <CategoryItem key={child._id} node={child} actions={actions} />
          ))}
        </ul>
      )}
    </li>
  )
}
