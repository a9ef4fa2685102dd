import { Suspense } from 'react'
import { attachmentsInChat } from '#chat/attachments/attachments.pages.tsx'
import { chatBanner, chatPages, loadChatEvents } from '#chat/conversations/conversations.pages.tsx'
import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'
import { encryptionInAccount, encryptionInChat, loadEncryption } from '#chat/encryption/encryption.pages.tsx'
import { moderationInChat, moderationPages } from '#chat/moderation/moderation.pages.tsx'
import { loadPresenceEvents, presenceInChat } from '#chat/presence/presence.pages.tsx'
import { admits } from '#contract/actor.ts'
import { announcementsPages } from '#hall/announcements/announcements.pages.tsx'
import { galleryPages } from '#hall/gallery/gallery.pages.tsx'
import { besideSignIn, landingPages } from '#hall/landing/landing.pages.tsx'
import { noticesBanner, noticesDot, noticesPages } from '#hall/notices/notices.pages.tsx'
import { thoughtsPages } from '#hall/thoughts/thoughts.pages.tsx'
import { homePages, switcher } from '#home/dashboard/dashboard.pages.tsx'
import { inHallSettings } from '#home/hall-settings/hall-settings.pages.tsx'
import { profilePages } from '#home/profile/profile.pages.tsx'
import { sharingPages } from '#home/sharing/sharing.pages.tsx'
import { browsingPages } from '#library/browsing/browsing.pages.tsx'
import { categoriesPages } from '#library/categories/categories.pages.tsx'
import { favoritesPages } from '#library/favorites/favorites.pages.tsx'
import { uploadPages } from '#library/upload/upload.pages.tsx'
import { cashLine } from '#money/cashbox/cashbox.pages.tsx'
import { counterOnUsers, counterPages, markedPaidBar } from '#money/counter/counter.pages.tsx'
import { duesPages } from '#money/dues/dues.pages.tsx'
import { feesOnSystem, feesOnUsers, feesPages } from '#money/fees/fees.pages.tsx'
import { figuresOnUsers } from '#money/figures/figures.pages.tsx'
import { leavingInPanel } from '#money/leaving/leaving.pages.tsx'
import { lockersOnUsers, lockersPages } from '#money/lockers/lockers.pages.tsx'
import { reportsPages } from '#money/month-end/month-end.pages.tsx'
import { oversightPages } from '#money/oversight/oversight.pages.tsx'
import { passesOnUsers, passesPages } from '#money/passes/passes.pages.tsx'
import { receiptsInPanel, receiptsPages } from '#money/receipts/receipts.pages.tsx'
import { UpiPayment } from '#money/receipts/web/upi.ts'
import { renewingOnUsers } from '#money/renewing/renewing.pages.tsx'
import { shiftChangeInPanel, shiftChangeOnUsers } from '#money/shift-change/shift-change.pages.tsx'
import { accountMenu, accountsOnUsers, accountsPages, signInAgain, signInScreen, signOut } from '#people/accounts/accounts.pages.tsx'
import { rosterOnUsers, rosterPages } from '#people/roster/roster.pages.tsx'
import { seatsInPanel, seatsOnUsers } from '#people/seats/seats.pages.tsx'
import { personPanel, usersPages } from '#people/users/users.pages.tsx'
import type { UserSlots } from '#people/users/web/userSlots.ts'
import { visitsOnUsers } from '#people/visits/visits.pages.tsx'
import { accessibilityPages } from '#system/accessibility/accessibility.pages.tsx'
import { auditPages } from '#system/audit/audit.pages.tsx'
import { backupBanner, backupPages } from '#system/backup/backup.pages.tsx'
import { customizationPages, customized } from '#system/customization/customization.pages.tsx'
import { call } from './api/call.ts'
import { getSession, useSession } from './api/session.ts'
import { setTimeZone } from './api/timeZone.ts'
import type { OfflineProps } from './offline/OfflineHost.tsx'
import { Embed } from './shell/Embed.tsx'
import { checkAhead } from './shell/Gate.tsx'
import { Pages, prepareFrame } from './shell/Pages.tsx'
import type { Page, Site } from './shell/page.ts'
import { lazyScreen } from './shell/screen.ts'

const accounts = async () => (await import('#people/accounts/accounts.contract.ts')).accountsApi
// A stored session is checked before anything else.
if (getSession()) void accounts().catch(() => undefined)

/** What other features show within chat. */
const chatSlots = async (): Promise<ChatSlots> => ({
  ...(await attachmentsInChat()),
  ...presenceInChat(),
  ...moderationInChat(),
  ...encryptionInChat(),
  notices: noticesDot,
})

/** What other features show on the page of users. */
const userSlots: UserSlots = {
  ...seatsOnUsers,
  ...rosterOnUsers,
  ...accountsOnUsers,
  ...feesOnUsers,
  ...counterOnUsers,
  ...figuresOnUsers,
  ...visitsOnUsers,
  ...renewingOnUsers,
  ...lockersOnUsers,
  ...passesOnUsers,
  ...shiftChangeOnUsers,
  panelActions: [...seatsInPanel, ...receiptsInPanel, ...shiftChangeInPanel, ...leavingInPanel],
  cash: cashLine,
}

const loginScreen = signInScreen({ beside: besideSignIn, payment: UpiPayment })

const pages: readonly Page[] = [
  ...landingPages,
  ...accountsPages(loginScreen),
  ...profilePages,
  ...homePages,
  ...sharingPages,
  ...browsingPages,
  ...uploadPages,
  ...chatPages(chatSlots, loadEncryption),
  ...favoritesPages,
  ...categoriesPages,
  ...usersPages(userSlots),
  ...rosterPages,
  ...feesPages(cashLine, markedPaidBar),
  ...counterPages,
  ...passesPages,
  ...receiptsPages,
  ...duesPages,
  ...lockersPages,
  ...oversightPages,
  ...reportsPages,
  ...noticesPages,
  ...thoughtsPages,
  ...moderationPages,
  ...announcementsPages,
  ...galleryPages,
  ...customizationPages(inHallSettings),
  ...accessibilityPages,
  ...auditPages,
  ...backupPages(feesOnSystem),
]

const adminMenu: Page['path'][] = [
  '/dashboard',
  '/documents',
  '/chat',
  '/upload',
  '/users',
  '/categories',
  '/fees',
  '/notices',
  '/thoughts',
  '/chat-monitoring',
  '/announcements',
  '/gallery',
  '/customization',
  '/accessibility',
]

const adminBar: Page['path'][] = ['/dashboard', '/users', '/fees', '/chat']

const site: Site = {
  pages,
  menus: {
    student: ['/profile', '/dashboard', '/documents', '/chat', '/favorites', '/notices-tab', '/accessibility'],
    manager: ['/chat', '/users', '/fees', '/notices', '/thoughts'],
    admin: adminMenu,
    superadmin: adminMenu,
  },
  bars: {
    student: ['/dashboard', '/documents', '/chat', '/notices-tab'],
    manager: ['/users', '/fees', '/chat', '/notices'],
    admin: adminBar,
    superadmin: adminBar,
  },
  redirects: { '/students': '/users' },
  check: async () => {
    const accountsApi = await accounts()
    const me = await call(accountsApi.me)
    setTimeZone(me.timeZone)
    return me
  },
  loadSocket: async () => (await import('./api/socket.ts')).openSocket,
  loadEvents: async () => [...(await loadChatEvents()), ...(await loadPresenceEvents())],
  logout: () => signOut(encryptionInAccount),
  banners: [noticesBanner, chatBanner, backupBanner],
  headerNotices: noticesDot,
  accountMenu: accountMenu(encryptionInAccount),
  signInAgain,
  switcher,
  personPanel: { whom: 'staff', screen: personPanel(userSlots) },
}

/** Rendered beside the pages, after the first page is drawn. */
export const Customized = () => (
  <Suspense>
    <customized.Component />
  </Suspense>
)

const offlineHost = lazyScreen<OfflineProps>(async () => (await import('./offline/OfflineHost.tsx')).OfflineHost)

const loadBooks = () => import('#library/reading/web/onDevice/onDevice.ts')

/** What a signed-in person is told about the connection and new versions. */
export const Offline = () => useSession()?.token && <Embed screen={offlineHost} check={site.check} loadBooks={loadBooks} />

const pageAt = (path: string): Page | undefined => pages.find((page) => page.path === path)

/** Fetches the code of the page at this path. */
export const preparePage = async (path: string): Promise<void> => pageAt(path)?.screen.load()

/** Fetches code and data for the first render of this path: the page, its layout and the check of the session, or the sign-in. */
export const prepareFirst = async (path: string): Promise<void> => {
  const page = pageAt(path)
  if (page?.access === 'anyone') return page.screen.load()
  const role = getSession()?.user.role
  if (!role) return loginScreen.load()
  const isAdmitted = page && admits(page.access, role)
  await Promise.all([checkAhead(site.check), prepareFrame(site, { path, role }), page?.screen.load(), isAdmitted && page.prefetch?.()])
}

export const AppRoutes = () => <Pages site={site} />
