import { ChevronRight, FolderPlus, Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import type { CategoryNode } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'
import { categoryPolicy } from '../categories.policy.ts'
import { CategoryPicture } from './CategoryPicture.tsx'

export type ItemActions = {
  isOpen: (id: string) => boolean
  toggle: (id: string) => void
  addBelow: (node: CategoryNode) => void
  edit: (node: CategoryNode) => void
  remove: (node: CategoryNode) => void
}
type Props = { node: CategoryNode; actions: ItemActions }

const Buttons = ({ node, actions }: Props) => {
  const words = useWords(categoriesEn)
  return (
    <div className="ml-auto flex flex-wrap justify-end">
      {!categoryPolicy.whyNotBelow(node) && (
        <IconButton data-does="add" label={words.addBelow(node.name)} onPress={() => actions.addBelow(node)}>
          <FolderPlus />
        </IconButton>
      )}
      <IconButton data-does="edit" label={words.edit(node.name)} onPress={() => actions.edit(node)}>
        <Pencil />
      </IconButton>
      <IconButton data-does="remove" label={words.remove(node.name)} tone="danger" onPress={() => actions.remove(node)}>
        <Trash2 />
      </IconButton>
    </div>
  )
}

const About = ({ node: { name, level, path, subcategories, totalCount } }: Pick<Props, 'node'>) => {
  const words = useWords(categoriesEn)
  return (
    <div className="min-w-0 flex-1 basis-[9rem]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span dir="auto" className="wrap-anywhere">
          {name}
        </span>
        <Badge tone="primary">{words.level(level)}</Badge>
      </p>
      {path !== name && (
        <p dir="auto" className="text-left text-muted text-sm wrap-anywhere">
          {path}
        </p>
      )}
      <p className="text-muted text-sm tabular-nums">{words.counts(subcategories.length, totalCount)}</p>
    </div>
  )
}

/** One category with its subcategories. */
export const CategoryItem = ({ node, actions }: Props) => {
  const words = useWords(categoriesEn)
  const below = useId()
  const { _id, name, subcategories } = node
  const hasBelow = subcategories.length > 0
  const isOpen = hasBelow && actions.isOpen(_id)
  return (
    <li>
      <div data-row={_id} className="flex flex-wrap items-start gap-x-2 border-line border-b py-2">
        <div className="flex shrink-0 items-center gap-1">
          <IconButton
            data-does="toggle"
            label={isOpen ? words.collapse(name) : words.expand(name)}
            aria-expanded={hasBelow ? isOpen : undefined}
            aria-controls={isOpen ? below : undefined}
            isDisabled={!hasBelow}
            onPress={() => actions.toggle(_id)}
            className={hasBelow ? '' : 'invisible'}
          >
            <ChevronRight className={`transition-transform duration-150 ${isOpen ? 'rotate-90' : ''}`} />
          </IconButton>
          <CategoryPicture url={node.imagePublicUrl} />
        </div>
        <About node={node} />
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
