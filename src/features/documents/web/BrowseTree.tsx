import { useEffect, useRef, useState } from 'react'
import type { CategoryNode, CategoryTree } from '#features/categories/categories.contract.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { errorText, useWords } from '#web/words.ts'
import { documentsEn } from '../documents.en.ts'
import { Branch } from './Branch.tsx'
import type { RowActions } from './DocumentRow.tsx'
import { DocumentRows } from './DocumentRows.tsx'
import { useBranch } from './documents.queries.ts'
import { uncategorized } from './searchTree.ts'
import type { OpenBranches } from './useOpenBranches.ts'

/** True once the element has come near the window. Expand All opens branches; what is in them is fetched as one gets there. */
const useSeen = () => {
  const element = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !element.current) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true), {
      rootMargin: '400px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [seen])
  return { element, seen }
}

type BranchProps = { category: string; name: string; count: number; actions: RowActions }

const BranchDocuments = ({ category, name, count, actions }: BranchProps) => {
  const words = useWords(documentsEn)
  const { element, seen } = useSeen()
  const pages = useBranch(category, seen)
  const loading = pages.isPending && <ListSkeleton rows={Math.min(8, count)} />
  const failed = pages.isError && pages.items.length === 0
  return (
    <div ref={element}>
      {failed ? (
        <ErrorState
          title={words.branchFailed}
          message={errorText(pages.error, words.branchFailed)}
          onRetry={() => void pages.refetch()}
          isRetrying={pages.isFetching}
        />
      ) : (
        loading || <DocumentRows documents={pages.items} query="" actions={actions} label={words.documentsIn(name)} />
      )}
      <LoadMore of={pages} />
    </div>
  )
}

type TreeProps = { tree: CategoryTree; branches: OpenBranches; actions: RowActions }

const Category = ({ node, branches, actions }: { node: CategoryNode } & Omit<TreeProps, 'tree'>) => {
  const words = useWords(documentsEn)
  const { _id, name, documentCount, totalCount, subcategories } = node
  return (
    <Branch name={name} count={totalCount} query="" isOpen={branches.isOpen(_id)} onToggle={() => branches.toggle(_id)}>
      {subcategories.length > 0 && (
        <ul>
          {subcategories.map((child) => (
            <Category key={child._id} node={child} {...{ branches, actions }} />
          ))}
        </ul>
      )}
      {documentCount > 0 && <BranchDocuments category={_id} count={documentCount} {...{ name, actions }} />}
      {documentCount === 0 && subcategories.length === 0 && <p className="px-2 py-2 text-muted text-sm">{words.branchEmpty}</p>}
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
          <BranchDocuments category={uncategorized} count={tree.uncategorizedCount} {...{ name, actions }} />
        ) : (
          <p className="px-2 py-2 text-muted text-sm">{words.branchEmpty}</p>
        )}
      </Branch>
    </ul>
  )
}
