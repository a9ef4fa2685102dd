import type { ReactNode } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import type { Arrivals } from './useArrivals.ts'
import type { Selection } from './useSelection.ts'

/** The actions of a reader on a row, by role. */
export type RowActions = {
  open: (document: Document, page?: number) => void
  /** For people who see View, Edit and Delete instead of a pressable row. */
  manage?: { edit: (document: Document) => void; remove: (document: Document) => void; selection: Selection }
  /** Renders the star, for people who have favourites. */
  star?: (document: Document) => ReactNode
  /** Renders the button that keeps a document on this device, if the person called the device their own. */
  keep?: (document: Document) => ReactNode
  /** Documents that were just added. */
  arrivals?: Arrivals
}
