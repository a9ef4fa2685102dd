import { IndianRupee } from 'lucide-react'
import type { MarkedPaidProps } from '#money/fees/web/FeesPage.tsx'
import type { UserSlots } from '#people/users/web/userSlots.ts'
import type { SystemSlots } from '#system/backup/web/SystemPage.tsx'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'
import { feesMenuEn } from './fees.menu.en.ts'

export const feesPages = (cash: Screen, markedPaid: Screen<MarkedPaidProps>): readonly Page[] => [
  {
    path: '/fees',
    access: 'staff',
    screen: lazyScreen(async () => {
      const { FeesPage } = await import('#money/fees/web/FeesPage.tsx')
      return () => <FeesPage cash={cash} markedPaid={markedPaid} />
    }),
    entry: { words: feesMenuEn, Icon: IndianRupee, endsGroup: true },
  },
]

/** What fees add to a student on the page of users. */
export const feesOnUsers: Pick<UserSlots, 'dues' | 'balance' | 'timeline'> = {
  dues: lazyScreen(async () => (await import('#money/fees/web/DuesNotice.tsx')).DuesNotice),
  balance: lazyScreen(async () => (await import('#money/fees/web/panel/PanelBalance.tsx')).PanelBalance),
  timeline: lazyScreen(async () => (await import('#money/fees/web/panel/PanelTimeline.tsx')).PanelTimeline),
}

/** What fees add to the System page. */
export const feesOnSystem: SystemSlots = {
  afterRestore: lazyScreen(async () => (await import('#money/fees/web/ReceiptBookCheck.tsx')).ReceiptBookCheck),
  receiptNumbers: lazyScreen(async () => (await import('#money/fees/web/ReceiptNumbers.tsx')).ReceiptNumbers),
}
