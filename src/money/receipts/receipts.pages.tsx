import type { PanelSlotProps } from '#people/users/web/userSlots.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'

export const receiptsPages: readonly Page[] = [
  {
    path: '/fees/receipts',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/receipts/web/ReceiptsPage.tsx')).ReceiptsPage),
  },
  {
    path: '/receipts/:id',
    access: 'member',
    screen: lazyScreen(async () => (await import('#money/receipts/web/ReceiptPage.tsx')).ReceiptPage),
  },
  {
    path: '/vouchers/:id',
    access: 'member',
    screen: lazyScreen(async () => (await import('#money/receipts/web/ReceiptPage.tsx')).VoucherPage),
  },
  {
    path: '/statements/:id',
    access: 'member',
    screen: lazyScreen(async () => (await import('#money/receipts/web/StatementPage.tsx')).StatementPage),
  },
  {
    path: '/dues-slips',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/receipts/web/DuesSlipsPage.tsx')).DuesSlipsPage),
  },
  {
    path: '/dues-slips/:id',
    access: 'member',
    screen: lazyScreen(async () => (await import('#money/receipts/web/DuesSlipsPage.tsx')).DuesSlipPage),
  },
]

/** Papers of a student, in the student panel. */
export const receiptsInPanel: readonly Screen<PanelSlotProps>[] = [
  lazyScreen(async () => (await import('#money/receipts/web/PanelReceipts.tsx')).PanelReceipts),
]
