import { rowHeight } from '#web/ui/RowsSkeleton.tsx'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { Branch, EmptyBranch } from './Branch.tsx'
import { BranchDocuments } from './BranchDocuments.tsx'
import { DocumentRows } from './DocumentRows.tsx'
import { Near } from './Near.tsx'
import type { RowActions } from './rowActions.ts'
import { type FoundBranch, type FoundTree, uncategorized } from './searchTree.ts'
import type { OpenBranches } from './useOpenBranches.ts'

type Shared = {
  query: string
  branches: OpenBranches
  actions: RowActions
  /** True if every page of results is loaded. */
  isWhole: boolean
  /** True while the results of the previous search are shown. */
  isStale: boolean
}

const FoundRows = (props: Parameters<typeof DocumentRows>[0]) =>
  props.documents.length > 0 && (
    <Near height={props.documents.length * rowHeight}>
      <DocumentRows {...props} />
    </Near>
  )

/** The matches directly in a category. If its name matches, all its documents are shown, even before the search has loaded them. */
const FoundHere = ({ branch, query, actions, isWhole, isStale }: { branch: FoundBranch } & Shared) => {
  const words = useWords(browsingEn)
  const { _id, name, documents, isNamed, documentCount } = branch
  if (isNamed && !isWhole && !isStale && documents.length < documentCount)
    return <BranchDocuments category={_id} count={documentCount} {...{ name, query, actions }} />
  if (documents.length > 0) return <FoundRows label={words.documentsIn(name)} {...{ documents, query, actions }} />
  return documentCount === 0 && branch.branches.length === 0 && <EmptyBranch />
}

const Found = ({ branch, ...shared }: { branch: FoundBranch } & Shared) => {
  const { query, branches, isWhole, isStale } = shared
  const { _id, name, image } = branch
  const isCounted = branch.isNamed && !isStale
  return (
    <Branch
      image={image}
      count={isCounted ? branch.totalCount : (branch.matching ?? (isWhole ? branch.found : undefined))}
      isOpen={branches.isOpen(_id)}
      onToggle={() => branches.toggle(_id)}
      {...{ name, query }}
    >
      {branch.branches.length > 0 && (
        <ul>
          {branch.branches.map((child) => (
            <Found key={child._id} branch={child} {...shared} />
          ))}
        </ul>
      )}
      <FoundHere branch={branch} {...shared} />
    </Branch>
  )
}

type Props = Shared & { found: FoundTree }

/** Search results in their categories, all expanded. */
export const SearchTree = ({ found, ...shared }: Props) => {
  const words = useWords(browsingEn)
  const { query, branches, actions, isWhole } = shared
  return (
    <ul aria-label={words.tree}>
      {found.branches.map((branch) => (
        <Found key={branch._id} branch={branch} {...shared} />
      ))}
      {found.uncategorized.length > 0 && (
        <Branch
          isUncategorized
          name={words.uncategorized}
          query=""
          count={found.uncategorizedMatching ?? (isWhole ? found.uncategorized.length : undefined)}
          isOpen={branches.isOpen(uncategorized)}
          onToggle={() => branches.toggle(uncategorized)}
        >
          <FoundRows documents={found.uncategorized} label={words.documentsIn(words.uncategorized)} {...{ query, actions }} />
        </Branch>
      )}
    </ul>
  )
}
