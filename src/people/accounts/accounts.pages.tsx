import type { AccountSlots } from '#people/accounts/web/accountSlots.ts'
import { roleButtons } from '#people/accounts/web/roleButtons.ts'
import type { SignInSlots } from '#people/accounts/web/signInSlots.ts'
import type { UserSlots } from '#people/users/web/userSlots.ts'
import { leave } from '#web/api/session.ts'
import type { Page, Site } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { sentCustomization } from '#web/shell/sentCustomization.ts'

/** The role buttons of a demo come with the page, because the form below them would move. */
export const signInScreen = (slots: SignInSlots): Page['screen'] =>
  lazyScreen(async () => {
    const [{ LoginPage }] = await Promise.all([
      import('#people/accounts/web/LoginPage.tsx'),
      sentCustomization?.demo ? roleButtons.load() : undefined,
    ])
    return () => <LoginPage slots={slots} />
  })

export const accountsPages = (signIn: Page['screen']): readonly Page[] => [
  { path: '/login', access: 'anyone', screen: signIn },
  { path: '/setup', access: 'anyone', screen: lazyScreen(async () => (await import('#people/accounts/web/SetupPage.tsx')).SetupPage) },
  { path: '/reset', access: 'anyone', screen: lazyScreen(async () => (await import('#people/accounts/web/ResetPage.tsx')).ResetPage) },
]

type LoadSlots = () => Promise<AccountSlots>

export const accountMenu = (loadSlots: LoadSlots): Site['accountMenu'] =>
  lazyScreen(async () => {
    const [{ AccountMenu }, slots] = await Promise.all([import('#people/accounts/web/AccountMenu.tsx'), loadSlots()])
    return (props) => <AccountMenu {...props} slots={slots} />
  })

export const signInAgain: Site['signInAgain'] = lazyScreen(
  async () => (await import('#people/accounts/web/SignInAgainDialog.tsx')).SignInAgainDialog,
)

/** Without a connection, the session still ends on this device. */
export const signOut = (loadSlots: LoadSlots): void =>
  void Promise.all([import('#people/accounts/web/logout.ts'), loadSlots()]).then(
    ([{ logout }, slots]) => logout(slots),
    () => leave(),
  )

/** Reset links, on the page of users. */
export const accountsOnUsers: Pick<UserSlots, 'resetLink'> = {
  resetLink: lazyScreen(async () => (await import('#people/accounts/web/ResetLink.tsx')).ResetLink),
}
