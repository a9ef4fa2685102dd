import type { ReactNode } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
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

export const BranchSkeleton = ({ count, between }: Pick<BranchProps, 'count' | 'between'>) => {
  const cut = between?.rows ?? 0
  return (
    <>
      {between && <RowsSkeleton rows={cut} />}
      {between?.shelf}
      <RowsSkeleton rows={Math.min(branchPage, count) - cut} />
    </>
  )
}

/** The documents directly in a category, loaded and rendered as they are scrolled into view. */
export const BranchDocuments = (props: BranchProps) => (
  <Near height={Math.min(branchPage, props.count) * rowHeight}>
    <Embed screen={branchScreen} instead={<BranchSkeleton {...props} />} {...props} />
  </Near>
)
