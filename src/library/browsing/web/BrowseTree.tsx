import { Fragment, type ReactNode } from 'react'
import type { CategoryNode, CategoryTree } from '#library/categories/categories.contract.ts'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { Branch, EmptyBranch } from './Branch.tsx'
import { BranchDocuments, type BranchProps } from './BranchDocuments.tsx'
import { belowFirstRows, type Place } from './branches.ts'
import type { RowActions } from './rowActions.ts'
import { uncategorized } from './searchTree.ts'
import { UploadAnother } from './UploadAnother.tsx'
import type { OpenBranches } from './useOpenBranches.ts'

type Between = { place: Place; shelf: ReactNode }
type TreeProps = {
  tree: CategoryTree
  branches: OpenBranches
  actions: RowActions
  /** Shown below the first rows. */
  shelf?: ReactNode
}
type CategoryProps = { node: CategoryNode; between: Between | undefined } & Pick<TreeProps, 'branches' | 'actions'>

/** Returns what to insert between the documents of this branch. */
const within = (between: Between | undefined, id: string): BranchProps['between'] =>
  between && 'within' in between.place && between.place.within === id ? { rows: between.place.rows, shelf: between.shelf } : undefined

/** Returns what to insert below this branch. */
const after = (between: Between | undefined, id: string): ReactNode =>
  between && 'after' in between.place && between.place.after === id && <li>{between.shelf}</li>

const Category = ({ node, branches, actions, between }: CategoryProps) => {
  const { _id, name, imagePublicUrl, documentCount, totalCount, subcategories } = node
  const hasArrivals = actions.arrivals?.category === _id
  return (
    <Branch
      image={imagePublicUrl}
      count={totalCount}
      query=""
      isOpen={branches.isOpen(_id)}
      onToggle={() => branches.toggle(_id)}
      onShown={hasArrivals ? actions.arrivals?.branchShown : undefined}
      {...{ name }}
    >
      {subcategories.length > 0 && (
        <ul>
          {subcategories.map((child) => (
            <Category key={child._id} node={child} {...{ branches, actions, between }} />
          ))}
        </ul>
      )}
      {hasArrivals && <UploadAnother category={_id} />}
      {documentCount > 0 && (
        <BranchDocuments category={_id} query="" count={documentCount} between={within(between, _id)} {...{ name, actions }} />
      )}
      {documentCount === 0 && subcategories.length === 0 && <EmptyBranch />}
    </Branch>
  )
}

/** All categories with their counts; documents are loaded when a branch is opened. */
export const BrowseTree = ({ tree, branches, actions, shelf }: TreeProps) => {
  const words = useWords(browsingEn)
  const name = words.uncategorized
  const between = shelf ? { place: belowFirstRows(tree, branches.isOpen), shelf } : undefined
  return (
    <ul aria-label={words.tree}>
      {tree.items.map((node) => (
        <Fragment key={node._id}>
          <Category {...{ node, branches, actions, between }} />
          {after(between, node._id)}
        </Fragment>
      ))}
      <Branch
        isUncategorized
        query=""
        count={tree.uncategorizedCount}
        isOpen={branches.isOpen(uncategorized)}
        onToggle={() => branches.toggle(uncategorized)}
        onShown={actions.arrivals?.category === uncategorized ? actions.arrivals.branchShown : undefined}
        name={name}
      >
        {tree.uncategorizedCount > 0 ? (
          <BranchDocuments
            category={uncategorized}
            query=""
            count={tree.uncategorizedCount}
            between={within(between, uncategorized)}
            {...{ name, actions }}
          />
        ) : (
          <EmptyBranch />
        )}
      </Branch>
      {after(between, uncategorized)}
    </ul>
  )
}
