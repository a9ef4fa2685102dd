import type { ReactNode } from 'react'
import { Slot } from '#web/shell/Slot.tsx'
import { RowsSkeleton, rowHeight } from '#web/ui/RowsSkeleton.tsx'
import type { RowActions } from './DocumentRow.tsx'
import { branchScreen } from './documentScreens.ts'
import { branchPage } from './documents.queries.ts'
import { Near } from './Near.tsx'

export type BranchProps = {
  category: string
  name: string
  count: number
  query: string
  actions: RowActions
  /** Something that stands between the documents, after so many of them. */
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

/** The documents directly in a category: fetched as one gets there, and as many as are looked at. */
export const BranchDocuments = (props: BranchProps) => (
  <Near height={Math.min(branchPage, props.count) * rowHeight}>
    <Slot screen={branchScreen} instead={<BranchSkeleton {...props} />} {...props} />
  </Near>
)
