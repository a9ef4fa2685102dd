import { lazyScreen } from '#web/shell/screen.ts'
import type { BranchProps } from './BranchDocuments.tsx'
import type { EditProps } from './EditDocumentDialog.tsx'
import type { FoundProps } from './FoundDocuments.tsx'
import type { MoveProps } from './MoveDocumentsDialog.tsx'

/** All branches are closed at first, so their rows come after the tree; and what a search or a press opens, after those. */
export const branchScreen = lazyScreen<BranchProps>(async () => (await import('./BranchRows.tsx')).BranchRows)
export const foundScreen = lazyScreen<FoundProps>(async () => (await import('./FoundDocuments.tsx')).FoundDocuments)
export const editScreen = lazyScreen<EditProps>(async () => (await import('./EditDocumentDialog.tsx')).EditDocumentDialog)
export const moveScreen = lazyScreen<MoveProps>(async () => (await import('./MoveDocumentsDialog.tsx')).MoveDocumentsDialog)

/** Fetches all of it; without the windows for those who only read. */
export const loadDocumentScreens = async (mayEdit: boolean): Promise<void> => {
  await branchScreen.load()
  await foundScreen.load()
  if (mayEdit) await Promise.all([editScreen.load(), moveScreen.load()])
}
