import {
  Accessibility,
  Bell,
  BookOpenText,
  CircleUserRound,
  FolderTree,
  Images,
  LayoutDashboard,
  Lightbulb,
  Megaphone,
  Palette,
  Star,
  Upload,
  Users,
} from 'lucide-react'
import { Suspense } from 'react'
import { accountsApi } from '#features/accounts/accounts.contract.ts'
import { LoginPage } from '#features/accounts/web/LoginPage.tsx'
import { logout } from '#features/accounts/web/logout.ts'
import { announcementsApi } from '#features/announcements/announcements.contract.ts'
import { categoriesApi } from '#features/categories/categories.contract.ts'
import { galleryApi } from '#features/gallery/gallery.contract.ts'
import { homeApi } from '#features/home/home.contract.ts'
import { noticesApi } from '#features/notices/notices.contract.ts'
import { thoughtsApi } from '#features/thoughts/thoughts.contract.ts'
import { call } from './api/call.ts'
import { prefetch } from './api/queryClient.ts'
import { setTimeZone } from './api/timeZone.ts'
import { Pages } from './shell/Pages.tsx'
import type { Page, Site } from './shell/page.ts'
import { eagerScreen, lazyScreen } from './shell/screen.ts'

/** The one list of pages. */
const pages: Page[] = [
  { path: '/login', access: 'anyone', screen: eagerScreen(LoginPage) },
  { path: '/setup', access: 'anyone', screen: lazyScreen(async () => (await import('#features/accounts/web/SetupPage.tsx')).SetupPage) },
  { path: '/reset', access: 'anyone', screen: lazyScreen(async () => (await import('#features/accounts/web/ResetPage.tsx')).ResetPage) },
  {
    path: '/profile',
    access: 'student',
    screen: lazyScreen(async () => (await import('#features/profile/web/ProfilePage.tsx')).ProfilePage),
    entry: { word: 'profile', Icon: CircleUserRound },
  },
  {
    path: '/dashboard',
    access: 'member',
    screen: lazyScreen(async () => (await import('#features/home/web/DashboardPage.tsx')).DashboardPage),
    entry: { word: 'dashboard', Icon: LayoutDashboard },
    prefetch: () => prefetch(homeApi.dashboard),
  },
  {
    path: '/documents',
    access: 'member',
    screen: lazyScreen(async () => (await import('#features/documents/web/DocumentsPage.tsx')).DocumentsPage),
    entry: { word: 'documents', Icon: BookOpenText },
    prefetch: () => prefetch(categoriesApi.tree),
  },
  {
    path: '/favorites',
    access: 'member',
    screen: lazyScreen(async () => (await import('#features/favorites/web/FavoritesPage.tsx')).FavoritesPage),
    entry: { word: 'favorites', Icon: Star },
  },
  {
    path: '/upload',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#features/documents/web/UploadPage.tsx')).UploadPage),
    entry: { word: 'upload', Icon: Upload },
  },
  {
    path: '/categories',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#features/categories/web/CategoriesPage.tsx')).CategoriesPage),
    entry: { word: 'categories', Icon: FolderTree },
  },
  {
    path: '/users',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#features/users/web/UsersPage.tsx')).UsersPage),
    entry: { word: 'users', Icon: Users },
  },
  {
    path: '/notices',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#features/notices/web/NoticesPage.tsx')).NoticesPage),
    entry: { word: 'notices', Icon: Bell },
    prefetch: () => prefetch(noticesApi.all),
  },
  {
    path: '/notices-tab',
    access: 'member',
    screen: lazyScreen(async () => (await import('#features/notices/web/NoticesTabPage.tsx')).NoticesTabPage),
    entry: {
      word: 'notices',
      Icon: Bell,
      count: lazyScreen(async () => (await import('#features/notices/web/UnreadCount.tsx')).UnreadCount),
    },
    prefetch: () => prefetch(noticesApi.mine),
  },
  {
    path: '/thoughts',
    access: 'staff',
    screen: lazyScreen(async () => (await import('#features/thoughts/web/ThoughtsPage.tsx')).ThoughtsPage),
    entry: { word: 'thoughts', Icon: Lightbulb },
    prefetch: () => prefetch(thoughtsApi.list),
  },
  {
    path: '/announcements',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#features/announcements/web/AnnouncementsPage.tsx')).AnnouncementsPage),
    entry: { word: 'announcements', Icon: Megaphone },
    prefetch: () => prefetch(announcementsApi.list),
  },
  {
    path: '/gallery',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#features/gallery/web/GalleryPage.tsx')).GalleryPage),
    entry: { word: 'gallery', Icon: Images },
    prefetch: () => prefetch(galleryApi.list),
  },
  {
    path: '/customization',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#features/customization/web/CustomizationPage.tsx')).CustomizationPage),
    entry: { word: 'customization', Icon: Palette },
  },
  {
    path: '/accessibility',
    access: 'member',
    screen: lazyScreen(async () => (await import('#features/accessibility/web/AccessibilityPage.tsx')).AccessibilityPage),
    entry: { word: 'accessibility', Icon: Accessibility },
  },
]

const adminMenu: Page['path'][] = [
  '/dashboard',
  '/documents',
  '/upload',
  '/users',
  '/categories',
  '/notices',
  '/thoughts',
  '/announcements',
  '/gallery',
  '/customization',
  '/accessibility',
]

const site: Site = {
  pages,
  menus: {
    student: ['/profile', '/dashboard', '/documents', '/favorites', '/notices-tab', '/accessibility'],
    manager: ['/users', '/notices', '/thoughts'],
    admin: adminMenu,
    superadmin: adminMenu,
  },
  redirects: { '/': '/login', '/students': '/users' },
  check: async () => {
    const me = await call(accountsApi.me)
    setTimeZone(me.timeZone)
    return me
  },
  loadSocket: async () => (await import('./api/socket.ts')).openSocket,
  logout,
  banners: lazyScreen(async () => (await import('#features/notices/web/NoticesAcross.tsx')).NoticesAcross),
  accountMenu: lazyScreen(async () => (await import('#features/accounts/web/AccountMenu.tsx')).AccountMenu),
  switcher: lazyScreen(async () => (await import('#features/home/web/Switcher.tsx')).Switcher),
}

const customized = lazyScreen(() =>
  import('#features/customization/web/Customized.tsx').then(
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

export const AppRoutes = () => <Pages site={site} />
