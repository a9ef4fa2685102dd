import { lazyScreen } from '#web/shell/screen.ts'
import type { AssignProps } from './AssignDialog.tsx'
import type { HistoryProps } from './HistoryDialog.tsx'
import type { EditProps, SetupProps } from './SetupDialogs.tsx'
import type { TakeBackProps } from './TakeBackDialog.tsx'

export const AssignScreen = lazyScreen<AssignProps>(async () => (await import('./AssignDialog.tsx')).AssignDialog)
export const TakeBackScreen = lazyScreen<TakeBackProps>(async () => (await import('./TakeBackDialog.tsx')).TakeBackDialog)
export const HistoryScreen = lazyScreen<HistoryProps>(async () => (await import('./HistoryDialog.tsx')).HistoryDialog)
export const AddScreen = lazyScreen<SetupProps>(async () => (await import('./SetupDialogs.tsx')).AddDialog)
export const FeesScreen = lazyScreen<SetupProps>(async () => (await import('./SetupDialogs.tsx')).FeesDialog)
export const EditScreen = lazyScreen<EditProps>(async () => (await import('./SetupDialogs.tsx')).EditDialog)
