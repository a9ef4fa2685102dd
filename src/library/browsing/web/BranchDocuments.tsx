import type { ReactNode } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { RowsSkeleton, rowHeight } from '#web/ui/RowsSkeleton.tsx'
import { branchPage } from './browsing.queries.ts'
import { branchScreen } from './documentScreens.ts'
import { Near } from './Near.tsx'
import type { RowActions } from './rowActions.ts'

export type BranchProps = {
  category: string
  name: string
  count: number
  query: string
  actions: RowActions
  /** Content inserted after this number of rows. */
  between?: { rows: number; shelf: ReactNode } | undefined
}

/** The height of a document's row in pixels: a phone gives its title two lines, and the buttons of staff a line of their own. */
const useRowHeight = ({ manage }: RowActions): number => {
  const isNarrow = useIsNarrow()
  if (!isNarrow) return rowHeight
  return manage ? 128 : 84
}

export const BranchSkeleton = ({ count, between, actions }: Pick<BranchProps, 'count' | 'between' | 'actions'>) => {
  const height = useRowHeight(actions)
  const cut = between?.rows ?? 0
  return (
    <>
      {between && <RowsSkeleton rows={cut} height={height} />}
      {between?.shelf}
      <RowsSkeleton rows={Math.min(branchPage, count) - cut} height={height} />
    </>
  )
}

/** The documents directly in a category, loaded and rendered as they are scrolled into view. */
export const BranchDocuments = (props: BranchProps) => (
  <Near height={Math.min(branchPage, props.count) * useRowHeight(props.actions)}>
    <Embed screen={branchScreen} instead={<BranchSkeleton {...props} />} {...props} />
  </Near>
)
