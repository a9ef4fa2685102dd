import { lazyScreen } from '#web/shell/screen.ts'
import type { ChargeProps } from './ChargeDialog.tsx'
import type { FeeDialogProps } from './FeeDialog.tsx'
import type { MarkUnpaidProps } from './MarkUnpaidDialog.tsx'

/** Dialogs are lazy: their code is loaded shortly before they open. */
export const FeeDialogScreen = lazyScreen<FeeDialogProps>(async () => (await import('./FeeDialog.tsx')).FeeDialog)
export const MarkUnpaidScreen = lazyScreen<MarkUnpaidProps>(async () => (await import('./MarkUnpaidDialog.tsx')).MarkUnpaidDialog)
export const ChargeScreen = lazyScreen<ChargeProps>(async () => (await import('./ChargeDialog.tsx')).ChargeDialog)
