import type { CategoryNode, CategoryTree } from '#features/categories/categories.contract.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { RowsSkeleton, rowHeight } from '#web/ui/RowsSkeleton.tsx'
import { errorParts, useWords } from '#web/words.ts'
import { documentsEn } from '../documents.en.ts'
import { Branch, EmptyBranch } from './Branch.tsx'
import type { RowActions } from './DocumentRow.tsx'
import { DocumentRows } from './DocumentRows.tsx'
import { branchPage, useBranch } from './documents.queries.ts'
import { Near } from './Near.tsx'
import { uncategorized } from './searchTree.ts'
import type { OpenBranches } from './useOpenBranches.ts'

type BranchProps = { category: string; name: string; count: number; query: string; actions: RowActions }

const BranchRows = ({ category, name, count, query, actions }: BranchProps) => {
  const words = useWords(documentsEn)
  const pages = useBranch(category)
  if (pages.isPending) return <RowsSkeleton rows={Math.min(branchPage, count)} />
  if (pages.isError && pages.items.length === 0) {
    return (
      <ErrorState {...errorParts(pages.error, words.branchFailed)} onRetry={() => void pages.refetch()} isRetrying={pages.isFetching} />
    )
  }
  return (
    <>
      <DocumentRows documents={pages.items} label={words.documentsIn(name)} {...{ query, actions }} />
      <LoadMore of={pages} />
    </>
  )
}

/** The documents directly in a category: fetched as one gets there, and as many as are looked at. */
export const BranchDocuments = (props: BranchProps) => (
  <Near height={Math.min(branchPage, props.count) * rowHeight}>
    <BranchRows {...props} />
  </Near>
)

type TreeProps = { tree: CategoryTree; branches: OpenBranches; actions: RowActions }

const Category = ({ node, branches, actions }: { node: CategoryNode } & Omit<TreeProps, 'tree'>) => {
  const { _id, name, imagePublicUrl, documentCount, totalCount, subcategories } = node
  return (
    <Branch
      image={imagePublicUrl}
      count={totalCount}
      query=""
      isOpen={branches.isOpen(_id)}
      onToggle={() => branches.toggle(_id)}
      {...{ name }}
    >
      {subcategories.length > 0 && (
        <ul>
          {subcategories.map((child) => (
            <Category key={child._id} node={child} {...{ branches, actions }} />
          ))}
        </ul>
      )}
      {documentCount > 0 && <BranchDocuments category={_id} query="" count={documentCount} {...{ name, actions }} />}
      {documentCount === 0 && subcategories.length === 0 && <EmptyBranch />}
    </Branch>
  )
}

/** All categories with their counts; the documents come when a branch is opened. */
export const BrowseTree = ({ tree, branches, actions }: TreeProps) => {
  const words = useWords(documentsEn)
  const name = words.uncategorized
  return (
    <ul aria-label={words.tree}>
      {tree.items.map((node) => (
        <Category key={node._id} {...{ node, branches, actions }} />
      ))}
      <Branch
        isUncategorized
        query=""
        count={tree.uncategorizedCount}
        isOpen={branches.isOpen(uncategorized)}
        onToggle={() => branches.toggle(uncategorized)}
        name={name}
      >
        {tree.uncategorizedCount > 0 ? (
          <BranchDocuments category={uncategorized} query="" count={tree.uncategorizedCount} {...{ name, actions }} />
        ) : (
          <EmptyBranch />
        )}
      </Branch>
    </ul>
  )
}
