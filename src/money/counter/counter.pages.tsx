import type { MarkedPaidProps } from '#money/fees/web/FeesPage.tsx'
import type { UserSlots } from '#people/users/web/userSlots.ts'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'

export const counterPages: readonly Page[] = [
  {
    path: '/fees/counter',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/counter/web/CounterPage.tsx')).CounterPage),
  },
]

/** The payment form on the page of users. */
export const counterOnUsers: Pick<UserSlots, 'payment'> = {
  payment: lazyScreen(async () => (await import('#money/counter/web/PaymentHere.tsx')).PaymentHere),
}

/** Actions on a payment just made with Mark Paid, on the page of fees. */
export const markedPaidBar: Screen<MarkedPaidProps> = lazyScreen(
  async () => (await import('#money/counter/web/MarkedPaidBar.tsx')).MarkedPaidBar,
)
