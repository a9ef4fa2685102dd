import { IndianRupee } from 'lucide-react'
import type { UserSlots } from '#people/users/web/userSlots.ts'
import type { SystemSlots } from '#system/backup/web/SystemPage.tsx'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'

export const feesPages = (cash: Screen<{ about: string }>): readonly Page[] => [
  {
    path: '/fees',
    access: 'staff',
    screen: lazyScreen(async () => {
      const { FeesPage } = await import('#money/fees/web/FeesPage.tsx')
      return () => <FeesPage cash={cash} />
    }),
    entry: { word: 'fees', Icon: IndianRupee },
  },
]

/** What fees show of a student on the page of users. */
export const feesOnUsers: Pick<UserSlots, 'owes' | 'dues'> = {
  owes: lazyScreen(async () => (await import('#money/fees/web/OwesBadge.tsx')).OwesBadge),
  dues: lazyScreen(async () => (await import('#money/fees/web/DuesNotice.tsx')).DuesNotice),
}

/** What fees show on the System page. */
export const feesOnSystem: SystemSlots = {
  afterRestore: lazyScreen(async () => (await import('#money/fees/web/ReceiptBookCheck.tsx')).ReceiptBookCheck),
  receiptNumbers: lazyScreen(async () => (await import('#money/fees/web/ReceiptNumbers.tsx')).ReceiptNumbers),
}
