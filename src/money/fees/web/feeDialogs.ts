import { lazyScreen } from '#web/shell/screen.ts'
import type { ChargeProps } from './ChargeDialog.tsx'
import type { FeeDialogProps } from './FeeDialog.tsx'
import type { MarkUnpaidProps } from './MarkUnpaidDialog.tsx'

/** What opens over the page is fetched when someone is about to open it. */
export const FeeDialogScreen = lazyScreen<FeeDialogProps>(async () => (await import('./FeeDialog.tsx')).FeeDialog)
export const MarkUnpaidScreen = lazyScreen<MarkUnpaidProps>(async () => (await import('./MarkUnpaidDialog.tsx')).MarkUnpaidDialog)
export const ChargeScreen = lazyScreen<ChargeProps>(async () => (await import('./ChargeDialog.tsx')).ChargeDialog)
