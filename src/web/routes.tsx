import {
  Accessibility,
  Bell,
  BookOpenText,
  CircleUserRound,
  FolderTree,
  Images,
  IndianRupee,
  LayoutDashboard,
  Lightbulb,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  Palette,
  Star,
  Upload,
  Users,
} from 'lucide-react'
import { Suspense } from 'react'
import type { ChatSlots } from '#chat/conversations/web/chatSlots.ts'
import type { SystemSlots } from '#system/backup/web/SystemPage.tsx'
import { call } from './api/call.ts'
import { prefetch } from './api/queryClient.ts'
import { getSession, leave } from './api/session.ts'
import { setTimeZone } from './api/timeZone.ts'
import { Pages, prepareFrame } from './shell/Pages.tsx'
import type { Page, Site } from './shell/page.ts'
import { lazyScreen } from './shell/screen.ts'

/** Contracts judge what is sent and received, which takes code that the first page does without. */
const ahead =
  <M,>(load: () => Promise<M>, ask: (contract: M) => void) =>
  (): void =>
    void load().then(ask, () => undefined)

const accounts = () => import('#people/accounts/accounts.contract.ts')
// Whoever was signed in is checked before anything else.
if (getSession()) void accounts().catch(() => undefined)

const login = lazyScreen(async () => (await import('#people/accounts/web/LoginPage.tsx')).LoginPage)
const landing = lazyScreen(async () => (await import('#hall/landing/web/LandingPage.tsx')).LandingPage)

/** What of the cash box is not closed, in the place of the line below a title. */
const cashLine = lazyScreen(async () => (await import('#money/cashbox/web/CashLine.tsx')).ManagersCashLine)

/** What other features show of a person on the page of users. */
const userSlots = {
  owes: lazyScreen(async () => (await import('#money/fees/web/OwesBadge.tsx')).OwesBadge),
  dues: lazyScreen(async () => (await import('#money/fees/web/DuesNotice.tsx')).DuesNotice),
  cash: cashLine,
  payment: lazyScreen(async () => (await import('#money/receipts/web/counter/PaymentHere.tsx')).PaymentHere),
}

/** What encryption adds to the account menu and to signing out. */
const accountSlots = async () => (await import('#chat/encryption/web/accountSlots.ts')).accountSlots

/** What other features show on the System page. */
const systemSlots: SystemSlots = {
  afterRestore: lazyScreen(async () => (await import('#money/fees/web/ReceiptBookCheck.tsx')).ReceiptBookCheck),
  receiptNumbers: lazyScreen(async () => (await import('#money/fees/web/ReceiptNumbers.tsx')).ReceiptNumbers),
}

/** What other features show within chat. */
const chatSlots = async (): Promise<ChatSlots> => {
  const { attachScreen: attach, attachmentScreen: attachment } = await import('#chat/attachments/web/attachmentScreens.ts')
  const presenceDot = lazyScreen(async () => (await import('#chat/presence/web/PresenceDot.tsx')).PresenceDot)
  const lastSeen = lazyScreen(async () => (await import('#chat/presence/web/LastSeen.tsx')).LastSeen)
  const settings = lazyScreen(async () => (await import('#chat/presence/web/PresenceSwitch.tsx')).PresenceSwitch)
  const report = lazyScreen(async () => (await import('#chat/moderation/web/ReportDialog.tsx')).ReportDialog)
  const reportOutcomes = lazyScreen(async () => (await import('#chat/moderation/web/ReportOutcomes.tsx')).ReportOutcomes)
  const encryption = lazyScreen(async () => (await import('#chat/encryption/web/HeaderLine.tsx')).HeaderLine)
  const encryptionNotice = lazyScreen(async () => (await import('#chat/encryption/web/ChatNotice.tsx')).ChatNotice)
  const encryptionBanner = lazyScreen(async () => (await import('#chat/encryption/web/ChatBanner.tsx')).ChatBanner)
  const notices = lazyScreen(async () => (await import('#hall/notices/web/NoticesDot.tsx')).NoticesDot)
  const aboutMessage = lazyScreen(async () => (await import('#chat/encryption/web/AboutMessage.tsx')).AboutMessage)
  const ofEncryption = { encryption, encryptionNotice, encryptionBanner, aboutMessage }
  return { attach, attachment, notices, presenceDot, lastSeen, settings, report, reportOutcomes, ...ofEncryption }
}

/** The one list of pages. */
const pages: Page[] = [
  { path: '/', access: 'anyone', screen: landing },
  { path: '/landing', access: 'anyone', screen: landing },
  { path: '/login', access: 'anyone', screen: login },
  { path: '/setup', access: 'anyone', screen: lazyScreen(async () => (await import('#people/accounts/web/SetupPage.tsx')).SetupPage) },
  { path: '/reset', access: 'anyone', screen: lazyScreen(async () => (await import('#people/accounts/web/ResetPage.tsx')).ResetPage) },
  {
    path: '/profile',
    access: 'student',
    screen: lazyScreen(async () => (await import('#home/profile/web/ProfilePage.tsx')).ProfilePage),
    entry: { word: 'profile', Icon: CircleUserRound },
  },
  {
    path: '/dashboard',
    access: 'member',
    screen: lazyScreen(async () => (await import('#home/dashboard/web/DashboardPage.tsx')).DashboardPage),
    entry: { word: 'dashboard', Icon: LayoutDashboard },
    prefetch: ahead(
      () => import('#home/dashboard/home.contract.ts'),
      ({ homeApi }) => prefetch(homeApi.dashboard),
    ),
  },
  {
    path: '/documents',
    access: 'member',
    screen: lazyScreen(async () => (await import('#library/documents/web/DocumentsPage.tsx')).DocumentsPage),
    entry: { word: 'documents', Icon: BookOpenText },
    prefetch: ahead(
      () => import('#library/categories/categories.contract.ts'),
      ({ categoriesApi }) => prefetch(categoriesApi.tree),
    ),
  },
  {
    path: '/chat',
    access: 'member',
    screen: lazyScreen(async () => {
      const asked = chatSlots()
      const { ChatPage } = await import('#chat/conversations/web/ChatPage.tsx')
      const slots = await asked
      return () => <ChatPage slots={slots} />
    }),
    entry: {
      word: 'chat',
      Icon: MessageCircle,
      count: lazyScreen(async () => (await import('#chat/conversations/web/UnreadCount.tsx')).UnreadCount),
    },
    fills: (address) => (address.has('c') ? 'window' : 'page'),
  },
  {
    path: '/favorites',
    access: 'member',
    screen: lazyScreen(async () => (await import('#library/favorites/web/FavoritesPage.tsx')).FavoritesPage),
    entry: { word: 'favorites', Icon: Star },
  },
  {
    path: '/upload',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#library/documents/web/UploadPage.tsx')).UploadPage),
    entry: { word: 'upload', Icon: Upload },
  },
  {
    path: '/categories',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#library/categories/web/CategoriesPage.tsx')).CategoriesPage),
    entry: { word: 'categories', Icon: FolderTree },
  },
  {
    path: '/users',
    access: 'staff',
    screen: lazyScreen(async () => {
      const { UsersPage, prepareUsers } = await import('#people/users/web/UsersPage.tsx')
      await prepareUsers()
      return () => <UsersPage slots={userSlots} />
    }),
    entry: { word: 'users', Icon: Users },
  },
  {
    path: '/fees',
    access: 'staff',
    screen: lazyScreen(async () => {
      const { FeesPage } = await import('#money/fees/web/FeesPage.tsx')
      return () => <FeesPage cash={cashLine} />
    }),
    entry: { word: 'fees', Icon: IndianRupee },
  },
  {
    path: '/fees/counter',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/receipts/web/counter/CounterPage.tsx')).CounterPage),
  },
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
  {
    path: '/fees/dues',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/dues/web/DuesPage.tsx')).DuesPage),
  },
  {
    path: '/fees/check',
    access: 'superadmin',
    screen: lazyScreen(async () => (await import('#money/oversight/web/CheckPage.tsx')).CheckPage),
  },
  {
    path: '/fees/month-end',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#money/month-end/web/MonthEndPage.tsx')).MonthEndPage),
  },
  {
    path: '/notices',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#hall/notices/web/NoticesPage.tsx')).NoticesPage),
    entry: { word: 'notices', Icon: Bell },
    prefetch: ahead(
      () => import('#hall/notices/notices.contract.ts'),
      ({ noticesApi }) => prefetch(noticesApi.all),
    ),
  },
  {
    path: '/notices-tab',
    access: 'member',
    screen: lazyScreen(async () => (await import('#hall/notices/web/NoticesTabPage.tsx')).NoticesTabPage),
    entry: {
      word: 'notices',
      Icon: Bell,
      count: lazyScreen(async () => (await import('#hall/notices/web/UnreadCount.tsx')).UnreadCount),
    },
    prefetch: ahead(
      () => import('#hall/notices/notices.contract.ts'),
      ({ noticesApi }) => prefetch(noticesApi.mine),
    ),
  },
  {
    path: '/thoughts',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#hall/thoughts/web/ThoughtsPage.tsx')).ThoughtsPage),
    entry: { word: 'thoughts', Icon: Lightbulb },
    prefetch: ahead(
      () => import('#hall/thoughts/thoughts.contract.ts'),
      ({ thoughtsApi }) => prefetch(thoughtsApi.list),
    ),
  },
  {
    path: '/chat-monitoring',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#chat/moderation/web/MonitoringPage.tsx')).MonitoringPage),
    entry: { word: 'chatMonitoring', Icon: MessagesSquare },
  },
  {
    path: '/announcements',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#hall/announcements/web/AnnouncementsPage.tsx')).AnnouncementsPage),
    entry: { word: 'announcements', Icon: Megaphone },
  },
  {
    path: '/gallery',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#hall/gallery/web/GalleryPage.tsx')).GalleryPage),
    entry: { word: 'gallery', Icon: Images },
  },
  {
    path: '/customization',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#system/settings/web/CustomizationPage.tsx')).CustomizationPage),
    entry: { word: 'customization', Icon: Palette },
  },
  {
    path: '/accessibility',
    access: 'member',
    screen: lazyScreen(async () => (await import('#system/accessibility/web/AccessibilityPage.tsx')).AccessibilityPage),
    entry: { word: 'accessibility', Icon: Accessibility },
  },
  // Not in the menus of the specification: reached from Manage Users, and from the account menu.
  {
    path: '/users/import',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#people/roster/web/ImportPage.tsx')).ImportPage),
  },
  {
    path: '/audit',
    access: 'superadmin',
    screen: lazyScreen(async () => (await import('#system/audit/web/AuditPage.tsx')).AuditPage),
  },
  {
    path: '/system',
    access: 'superadmin',
    screen: lazyScreen(async () => {
      const { SystemPage } = await import('#system/backup/web/SystemPage.tsx')
      return () => <SystemPage slots={systemSlots} />
    }),
  },
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

const site: Site = {
  pages,
  menus: {
    student: ['/profile', '/dashboard', '/documents', '/chat', '/favorites', '/notices-tab', '/accessibility'],
    manager: ['/chat', '/users', '/fees', '/notices', '/thoughts'],
    admin: adminMenu,
    superadmin: adminMenu,
  },
  redirects: { '/students': '/users' },
  check: async () => {
    const { accountsApi } = await accounts()
    const me = await call(accountsApi.me)
    setTimeZone(me.timeZone)
    return me
  },
  loadSocket: async () => (await import('./api/socket.ts')).openSocket,
  // Without a connection the session ends on this device all the same.
  logout: () =>
    void Promise.all([import('#people/accounts/web/logout.ts'), accountSlots()]).then(
      ([{ logout }, slots]) => logout(slots),
      () => leave(),
    ),
  banners: [
    {
      name: 'notices',
      whom: 'member',
      screen: lazyScreen(async () => (await import('#hall/notices/web/NoticesAcross.tsx')).NoticesAcross),
      isLeftToFullPages: true,
    },
    {
      name: 'chat',
      whom: 'member',
      screen: lazyScreen(async () => (await import('#chat/conversations/web/notifications/Notifier.tsx')).Notifier),
    },
    {
      name: 'backup',
      whom: 'superadmin',
      screen: lazyScreen(async () => (await import('#system/backup/web/BackupBanner.tsx')).BackupBanner),
    },
  ],
  accountMenu: lazyScreen(async () => {
    const [{ AccountMenu }, slots] = await Promise.all([import('#people/accounts/web/AccountMenu.tsx'), accountSlots()])
    return (props) => <AccountMenu {...props} slots={slots} />
  }),
  switcher: lazyScreen(async () => (await import('#home/dashboard/web/Switcher.tsx')).Switcher),
}

const customized = lazyScreen(() =>
  import('#system/settings/web/Customized.tsx').then(
    ({ Customized }) => Customized,
    () => () => null,
  ),
)

/** Stands beside the pages and keeps their name, logo and theme; it comes after the first page is drawn. */
export const Customized = () => (
  <Suspense>
    <customized.Component />
  </Suspense>
)

const pageAt = (path: string): Page | undefined => pages.find((page) => page.path === path)

/** Fetches the code of the page at this path. */
export const preparePage = async (path: string): Promise<void> => pageAt(path)?.screen.load()

/** Fetches all code that is drawn first where this path is opened: the page, and what stands around it, or the sign-in. */
export const prepareFirst = async (path: string): Promise<void> => {
  const page = pageAt(path)
  if (page?.access === 'anyone') return page.screen.load()
  if (!getSession()) return login.load()
  await Promise.all([accounts().catch(() => undefined), prepareFrame(site), page?.screen.load()])
}

export const AppRoutes = () => <Pages site={site} />
