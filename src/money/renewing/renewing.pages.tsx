import type { UserSlots } from '#people/users/web/userSlots.ts'
import { lazyScreen } from '#web/shell/screen.ts'

/** Renewing a student with a payment, on the page of users. */
export const renewingOnUsers: Pick<UserSlots, 'renew'> = {
  renew: lazyScreen(async () => (await import('#money/renewing/web/RenewDialog.tsx')).RenewDialog),
}
