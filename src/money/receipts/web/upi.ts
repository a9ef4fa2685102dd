import { lazyScreen } from '#web/shell/screen.ts'
import type { UpiCardProps } from './UpiCard.tsx'
import type { UpiDialogProps } from './UpiDialog.tsx'

/** UPI payment, loaded together with the code that draws QR codes: `<Embed screen={UpiPayment} student={…} amount={…} />`. */
export const UpiPayment = lazyScreen<UpiCardProps>(async () => (await import('./UpiCard.tsx')).UpiCard)

/** The same in a dialog, fetched when someone opens it. */
export const UpiDialogScreen = lazyScreen<UpiDialogProps>(async () => (await import('./UpiDialog.tsx')).UpiDialog)
