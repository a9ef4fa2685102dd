import { lazyScreen } from '#web/shell/screen.ts'
import type { BranchProps } from './BranchDocuments.tsx'
import type { EditProps } from './EditDocumentDialog.tsx'
import type { FoundProps } from './FoundDocuments.tsx'
import type { MoveProps } from './MoveDocumentsDialog.tsx'

/** Branches are closed at first, so their rows load after the tree, and the code for searches and dialogs after that. */
export const branchScreen = lazyScreen<BranchProps>(async () => (await import('./BranchRows.tsx')).BranchRows)
export const foundScreen = lazyScreen<FoundProps>(async () => (await import('./FoundDocuments.tsx')).FoundDocuments)
export const editScreen = lazyScreen<EditProps>(async () => (await import('./EditDocumentDialog.tsx')).EditDocumentDialog)
export const moveScreen = lazyScreen<MoveProps>(async () => (await import('./MoveDocumentsDialog.tsx')).MoveDocumentsDialog)

/** Loads all of it; the dialogs only for people who may edit. */
export const loadDocumentScreens = async (mayEdit: boolean): Promise<void> => {
  await branchScreen.load()
  await foundScreen.load()
  if (mayEdit) await Promise.all([editScreen.load(), moveScreen.load()])
}
